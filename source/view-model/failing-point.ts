import type {Call} from '../../contract/call.ts';
import type {FailureContext} from '../../contract/result.ts';
import {pathOf} from './compare-answers.ts';

const frame = /^\s*File "([^"]+)", line (\d+)/;

/**
 * Line of the test's source (1-based) at which it failed: the innermost frame of its trace that is in the file of the
 * outermost one, as what lies deeper is a library. Null where the trace names no line of the source.
 */
export function failingLine({code, failure}: Pick<FailureContext, 'code' | 'failure'>): number | null {
	const frames = (failure.trace ?? '')
		.split('\n')
		.map(line => frame.exec(line))
		.filter(match => match !== null);
	const file = frames[0]?.[1];
	const line = Number(frames.filter(([, name]) => name === file).at(-1)?.[2] ?? 0);
	const count = (code.code ?? '').split('\n').length;
	return line >= 1 && line <= count ? line : null;
}

/**
 * The call a failure is about: the last one that the network evidence names (`POST /coupons answered 500 …`), else the
 * last one that did not go well, else the last one.
 */
export function failingCall(calls: readonly Call[], {failure}: Pick<FailureContext, 'failure'>): Call | null {
	const named = failure.evidence
		.filter(({kind}) => kind === 'network')
		.map(({summary}) => /^([A-Z]+) (\S+)/.exec(summary))
		.filter(match => match !== null);
	const isNamed = ({method, url}: Call) =>
		named.some(
			([, verb, address = '']) => verb === method && (address.split('?', 1)[0] === pathOf(url) || address === url),
		);
	const isBad = ({status}: Call) => status === null || status >= 400;
	return calls.findLast(isNamed) ?? calls.findLast(isBad) ?? calls.at(-1) ?? null;
}

/** `POST /coupons 201`, or why there was no answer. */
export const callSentence = ({method, url, status, error, latencyMs}: Call): string =>
	`${method} ${pathOf(url)} ${status ?? `no answer${error ? `: ${error}` : ''}`}${latencyMs === null ? '' : ` in ${latencyMs} ms`}`;
