import {readScalar, type Scalar} from './python-literal.ts';

/** What the assertion that failed compared, in the words of the runtime. */
export type Assertion = {
	/** What was expected, e.g. `201`, `one of (200, 201)`, `response.ok to be true`. */
	expectation: string;
	/** The expected value itself where one value was expected. */
	expected: Scalar | null;
	/** As it was written; null when only the expectation is known. */
	actualText: string | null;
	actual: Scalar | null;
	/** What was looked for, or looked out for, in something else: `404` of `expected (403, 404) to contain 500`. */
	membership: {container: string; isWanted: boolean; value: Scalar | null} | null;
};

const marker = 'expected ';

/**
 * Reads the operands of a failed assertion. They stand in the last line of the trace (`expected 201, got 500`), behind
 * the author's own message; the first line of the error has them too unless it was cut.
 */
export function readAssertion({error, trace}: {error: string | null; trace: string | null}): Assertion | null {
	if (!/^\w*Assertion\w*\b/.test(error ?? '')) return null;
	const candidates = [...lastLines(trace), ...(error === null ? [] : operandTexts(error))];
	for (const candidate of candidates) {
		const assertion = readOperands(candidate);
		if (assertion) return assertion;
	}
	return null;
}

function lastLines(trace: string | null): string[] {
	const lines = (trace ?? '').split('\n').filter(line => !line.startsWith('note: '));
	const last = lines.at(-1) ?? '';
	return operandTexts(last);
}

/** The part of a line that tells the operands: all of it, or what an author's message has in brackets behind it. */
function operandTexts(line: string): string[] {
	const text = line.replace(/^(?=\w*Assertion)\w+: /, '');
	const bracketed = text.endsWith(')') ? /\((expected .*)/s.exec(text)?.[1]?.slice(0, -1) : undefined;
	return [...(bracketed === undefined ? [] : [bracketed]), ...(text.startsWith(marker) ? [text] : [])];
}

function readOperands(text: string): Assertion | null {
	if (!text.startsWith(marker)) return null;
	const split = text.lastIndexOf(', got ');
	if (split === -1) {
		const [, container, not, value] = /^(.*?)( not)? to contain (.*)$/s.exec(text.slice(marker.length)) ?? [];
		if (container === undefined || value === undefined) return null;
		return {
			expectation: text.slice(marker.length),
			expected: null,
			actualText: null,
			actual: null,
			membership: {container, isWanted: not === undefined, value: readScalar(value)},
		};
	}
	const expectation = text.slice(marker.length, split);
	const actualText = text.slice(split + ', got '.length);
	return {
		expectation,
		expected: readScalar(expectation),
		actualText,
		actual: readScalar(actualText),
		membership: null,
	};
}
