/**
 * Makes fake workers. Each new worker takes the next script; further workers take the last one.
 * @template Script, Worker
 * @param {new (script?: Script) => Worker} FakeWorker @param {Script[]} scripts
 */
export function scripted(FakeWorker, scripts) {
  /** @type {Worker[]} */
  const workers = [];
  const makeWorker = () => {
    const worker = new FakeWorker(scripts[Math.min(workers.length, scripts.length - 1)]);
    workers.push(worker);
    return worker;
  };
  return { workers, makeWorker };
}
