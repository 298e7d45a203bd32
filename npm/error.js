// What the program says when it cannot answer.

export class FirsthandError extends Error {
  name = "FirsthandError";

  constructor(message, hint) {
    super(hint ? `${message}\nhint: ${hint}` : message);
    this.hint = hint;
  }

  /** The error that the command line printed. */
  static printed(text) {
    const [message, hint] = text.trim().split("\nhint: ");
    const plain = message.split("error: ").pop().trim();
    return new FirsthandError(plain || "the program ended without a word", hint?.trim());
  }
}
