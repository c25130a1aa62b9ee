import type {RecordedCall} from '../runners/runner.ts';
import {excerpt} from './excerpt.ts';
import {segmentsOf} from './handles.ts';
import type {Symptoms} from './symptoms.ts';

/** `; the test expected 201 (line 12).` or `; the test stopped with KeyError: 'id' (line 12).`: how a call's answer met the test. */
export function metTest({status, assertion, exception, statement, atLine}: Symptoms): string {
	const expectation = status?.expectation ?? assertion?.expectation;
	if (expectation) return `; the test expected ${excerpt(expectation, 120)}${atLine}.`;
	if (!exception) return '.';
	const message = exception.message === '' ? '' : `: ${excerpt(exception.message, 120)}`;
	// What a library raised says nothing of the line of the test that called it.
	const place = statement && atLine !== '' ? ` (line ${statement.line}: \`${excerpt(statement.text, 100)}\`)` : atLine;
	return `; the test stopped with ${exception.name}${message}${place}.`;
}

/** ` In the last passing run the same request was answered 201.`, when it was answered differently. */
export function thenAnswered(call: RecordedCall, symptoms: Symptoms): string {
	const earlier = symptoms.earlierOf(call);
	if (earlier?.status == null || earlier.status === call.status) return '';
	const isOther = symptoms.changesOf(call).length > 0;
	const isOtherRecord = segmentsOf(call.url).join('/') !== segmentsOf(earlier.url).join('/');
	const request = isOther ? 'another request there' : `the same request${isOtherRecord ? ', for another record,' : ''}`;
	return ` In the last passing run ${request} was answered ${earlier.status}.`;
}

/** Whether the same request succeeded when the test last passed. */
export function succeededBefore(call: RecordedCall, symptoms: Symptoms): boolean {
	const status = symptoms.earlierOf(call)?.status ?? 0;
	return status >= 200 && status < 400 && symptoms.changesOf(call).length === 0;
}
