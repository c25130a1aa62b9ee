/** The exception that ended a test. */
export type Exception = {
	/** Without its module: `KeyError`. */
	name: string;
	/** In one line; empty when it has none. */
	message: string;
	/** Of an exception that an HTTP library raised for a status. */
	httpStatus: number | null;
};

/**
 * Reads `KeyError: 'id'` or a bare `AssertionError`; null for a message of the runtime itself.
 * @param trace ends with the exception under its full name: one that is not called like an error is known by it
 */
export function readException(error: string | null, trace: string | null = null): Exception | null {
	const found = /^([A-Za-z_][\w.]*?)(?:: (.*))?$/s.exec(error?.split('\n', 1)[0] ?? '');
	if (!found) return null;
	const name = found[1]!.split('.').at(-1)!;
	const message = found[2] ?? '';
	const isCalledSo = /(Error|Exception|Exit|Interrupt|Warning|Failed|Timeout|Iteration)$/.test(name);
	if (!isCalledSo && !raised(trace).has(name)) return null;
	return {name, message, httpStatus: httpStatusOf(name, message)};
}

/** Names of the exceptions in a traceback, without their modules. */
function raised(trace: string | null): ReadonlySet<string> {
	const lines = trace?.startsWith('Traceback ') ? trace.split('\n').filter(line => /^[A-Za-z_]/.test(line)) : [];
	return new Set(lines.map(line => line.split(':', 1)[0]!.trim().split('.').at(-1)!));
}

/** `500 Server Error: …` of requests, `HTTP Error 500: …` of urllib, `Server error '500 …'` of httpx. */
function httpStatusOf(name: string, message: string): number | null {
	if (name !== 'HTTPError' && name !== 'HTTPStatusError') return null;
	const status = /^(?:HTTP Error |[A-Z]\w+ (?:error|response) ')?([1-5]\d\d)\b/.exec(message)?.[1];
	return status === undefined ? null : Number(status);
}

/** The source of a test as its tracebacks call it; a name of several words in quotes, as a shell takes it. */
export const sourceName = (testName: string): string => (/\s/.test(testName) ? `"${testName}.py"` : `${testName}.py`);
