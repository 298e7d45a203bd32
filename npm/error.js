// What the program says when it cannot answer.

export class FirsthandError extends Error {
  name = "FirsthandError";

  constructor(message, hint, options) {
    super(message, options);
    this.hint = hint;
  }

  /** The error that the command line printed before it ended, perhaps by a signal. */
  static printed(text, endedBy) {
    const [message, hint] = text.trim().split("\nhint: ");
    // What follows an empty line is about the command line.
    const [plain, about] = [message.split("error: ").pop(), hint].map((part) => part?.split("\n\n")[0].trim());
    const how = endedBy ? `was ended by ${endedBy}` : "ended without a word";
    return new FirsthandError(plain || `the program ${how}`, about);
  }

  /** The error of a program that could not be started. */
  static notRun(program, cause) {
    const error = new FirsthandError(`${program} cannot be run: ${cause.message}`, undefined, { cause });
    error.code = cause.code;
    return error;
  }
}
