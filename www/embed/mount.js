// The game on other pages, and the page that makes its code (embed-builder.html), to which the page How it
// works leads.

export function mount() {}
