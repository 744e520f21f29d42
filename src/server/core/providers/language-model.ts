export interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

/**
 * Thrown when the model gave no usable answer. The message is for administrators, and contains neither
 * the key nor a text of the endpoint.
 */
export class LanguageModelUnavailable extends Error {}

/** Language model of an external service. */
export interface LanguageModel {
  /** Host of the service, with its port. */
  readonly host: string;
  readonly model: string;
  /**
   * Returns the model's reply to the messages, which can be any text. Throws
   * `LanguageModelUnavailable`, and the reason of `signal` when it aborts.
   */
  complete(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string>;
}
