import type {FailureContext} from '../../contract/result.ts';

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
