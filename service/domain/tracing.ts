/** What a span says besides its name and times; names as OpenTelemetry has them, ours begin with `svc.`. */
type SpanAttributes = Record<string, string | number | boolean>;

/** A piece of work that has begun. */
export type OpenSpan = {
	/** @param error why it came to nothing, without a secret; absent: it did what it should */
	end(attributes?: SpanAttributes, error?: string): void;
};

/** Where a process sends what it does and how long that takes. */
export type Tracing = {
	/**
	 * Begins a span.
	 *
	 * @param parent `traceparent` header of whoever asked (W3C Trace Context); absent: it begins a trace
	 * @param group spans of the same group are one trace, in whichever process they begin
	 */
	start(
		name: string,
		options: {kind: 'server' | 'internal'; attributes: SpanAttributes; parent?: string; group?: string},
	): OpenSpan;
	/** Sends what is left, for five seconds at most. */
	close(): Promise<void>;
};
