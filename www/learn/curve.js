// The learning curve: statistics of training games over the time spent learning, in at most MAX_POINTS points
// of equal length. When they are full, neighbors are joined and every point covers twice the time.

/**
 * Statistics of games: how many, the sum of their scores and of the squares, the best score, the games that
 * ended with each largest rank, and the moves that were learned from.
 * @typedef {{ games: number, score: number, squares: number, best: number, ranks: number[], moves: number }}
 *   Tally
 */
/**
 * A curve: the seconds of a point, all points, and the seconds that the last one covers so far.
 * @typedef {{ every: number, points: Tally[], filled: number }} Curve
 */

/** The number of ranks that are counted: up to 32768. */
const RANKS = 16;
/** More points than a phone has pixels for would only cost time. */
export const MAX_POINTS = 240;
/** The length of the first points, in seconds: short, so that the curve moves at once. */
const FIRST_SECONDS = 0.25;
/**
 * How many games make a point of the curve: at least `games`, and later as many as leave about `points`
 * points, but no more than `share` of those before it. So the curve begins at once, its later points are
 * steady, and its beginning, of a few games, stays.
 */
const MIN = { games: 4, points: 60, share: 0.25 };
/** For a 95% confidence interval. */
const DEVIATIONS = 1.96;

/** @returns {Tally} */
export const noGames = () => ({
  games: 0,
  score: 0,
  squares: 0,
  best: 0,
  ranks: new Array(RANKS).fill(0),
  moves: 0,
});

/** @param {Tally} one @param {Tally} other @returns {Tally} */
export const sum = (one, other) => ({
  games: one.games + other.games,
  score: one.score + other.score,
  squares: one.squares + other.squares,
  best: Math.max(one.best, other.best),
  ranks: one.ranks.map((count, rank) => count + (other.ranks[rank] ?? 0)),
  moves: one.moves + other.moves,
});

/** @param {Tally} tally */
export const mean = ({ games, score }) => (games === 0 ? 0 : score / games);

/** Half the width of the 95% confidence interval of the mean. @param {Tally} tally */
export function halfWidth(tally) {
  const { games, squares } = tally;
  if (games === 0) return 0;
  const variance = Math.max(0, squares / games - mean(tally) ** 2);
  return DEVIATIONS * Math.sqrt(variance / games);
}

/** The share of games that reached a rank. @param {Tally} tally @param {number} rank */
export function share({ games, ranks }, rank) {
  return games === 0 ? 0 : ranks.slice(rank).reduce((all, count) => all + count, 0) / games;
}

/** @returns {Curve} */
export const newCurve = () => ({ every: FIRST_SECONDS, points: [], filled: 0 });

/** The seconds that a curve covers. @param {Curve} curve */
export const secondsOf = ({ every, points, filled }) => Math.max(0, points.length - 1) * every + filled;

/** Adds the games of some seconds. @param {Curve} curve @param {number} seconds @param {Tally} tally */
export function extend(curve, seconds, tally) {
  const last = curve.points.length - 1;
  if (last < 0 || curve.filled >= curve.every) {
    curve.points.push(tally);
    // What the last point has too much belongs to this one, so that points do not drift from the time.
    curve.filled = Math.max(0, last < 0 ? 0 : curve.filled - curve.every) + seconds;
  } else {
    curve.points[last] = sum(curve.points[last] ?? noGames(), tally);
    curve.filled += seconds;
  }
  while (curve.points.length > MAX_POINTS) join(curve);
}

/** Joins each point with the next. @param {Curve} curve */
function join(curve) {
  const seconds = secondsOf(curve);
  const { points } = curve;
  curve.every *= 2;
  curve.points = [];
  for (let at = 0; at < points.length; at += 2)
    curve.points.push(sum(points[at] ?? noGames(), points[at + 1] ?? noGames()));
  curve.filled = seconds - (curve.points.length - 1) * curve.every;
}

/**
 * The points of the curve, each with the time of its end in seconds. Neighbors with few games are one,
 * because the mean of few games jumps.
 * @param {Curve} curve @param {number} [min] games of a point @returns {{ at: number, tally: Tally }[]}
 */
export function played({ every, points, filled }, min = minGames(points)) {
  /** @type {{ at: number, tally: Tally }[]} */
  const all = [];
  let games = 0;
  let needed = 0;
  let open = true;
  for (const [index, tally] of points.entries()) {
    const at = index * every + (index === points.length - 1 ? Math.min(filled, every) : every);
    if (open && all.length > 0)
      all[all.length - 1] = { at, tally: sum(all.at(-1)?.tally ?? noGames(), tally) };
    else {
      needed = Math.min(min, Math.max(MIN.games, games * MIN.share));
      all.push({ at, tally });
    }
    games += tally.games;
    open = (all.at(-1)?.tally.games ?? 0) < needed;
  }
  // The last one is still growing.
  const [last, before] = [all.at(-1), all.at(-2)];
  if (open && last && before) all.splice(-2, 2, { at: last.at, tally: sum(before.tally, last.tally) });
  return all.filter(({ tally }) => tally.games > 0);
}

/** @param {Tally[]} points */
const minGames = (points) =>
  Math.max(MIN.games, Math.ceil(points.reduce((all, { games }) => all + games, 0) / MIN.points));

/**
 * The curve in few points of equal length, for a table.
 * @param {Curve} curve @param {number} max @returns {{ at: number, tally: Tally }[]}
 */
export function summary(curve, max) {
  const all = played(curve, 1);
  const size = Math.max(1, Math.ceil(all.length / max));
  /** @type {{ at: number, tally: Tally }[]} */
  const rows = [];
  for (let from = 0; from < all.length; from += size) {
    const part = all.slice(from, from + size);
    const at = part.at(-1)?.at ?? 0;
    rows.push({ at, tally: part.map(({ tally }) => tally).reduce(sum) });
  }
  return rows;
}

/** @param {unknown} value @returns {value is number} */
export const isCount = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** A curve that was stored; null if it is none. @param {any} value @returns {Curve | null} */
export function readCurve(value) {
  const valid =
    isCount(value?.every) &&
    value.every > 0 &&
    isCount(value.filled) &&
    Array.isArray(value.points) &&
    value.points.length <= MAX_POINTS &&
    value.points.every(
      (/** @type {any} */ point) =>
        [point?.games, point?.score, point?.squares, point?.best, point?.moves].every(isCount) &&
        Array.isArray(point.ranks) &&
        point.ranks.length === RANKS &&
        point.ranks.every(isCount),
    );
  return valid ? { every: value.every, filled: value.filled, points: value.points } : null;
}
