// Races have a page of their own (race.html), to which the game's page leads.

export function mount() {}
