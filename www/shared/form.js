// Forms that a script answers.

/**
 * Answers the button that submits a form, and Enter in a field, which presses that button. Not the event
 * `submit`: in a sandboxed frame without `allow-forms` browsers do not send it.
 * @param {HTMLElement} form @param {() => void} act
 */
export function onSubmit(form, act) {
  form.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('button') : null;
    if (pressed?.type !== 'submit') return;
    event.preventDefault();
    act();
  });
}
