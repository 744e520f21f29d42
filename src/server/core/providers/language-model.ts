export interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

/**
 * Thrown when the model gave no usable answer. The message is shown to administrators. It contains
 * neither the key nor text that the endpoint sent.
 */
export class LanguageModelUnavailable extends Error {}

/** Language model of an external service. */
export interface LanguageModel {
  /** Host of the service, with its port. */
  readonly host: string;
  readonly model: string;
  /**
   * Sends the messages and returns the model's reply, which can be any text. Throws
   * `LanguageModelUnavailable`. When `signal` aborts, throws the signal's reason.
   */
  complete(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string>;
}
