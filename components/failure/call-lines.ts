import type {Call} from '../../contract/call.ts';
import type {FailureContext} from '../../contract/result.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Role} from '../../source/terminal/themes.ts';
import {callSentence, failingCall} from '../../source/view-model/failing-point.ts';
import type {PaneLine} from '../text-pane.tsx';
import {bodyText} from './json-layout.ts';
import {nothing, section, textLines} from './section-lines.ts';

/** Status of an answer: its class decides the colour, the number is always there. */
export function statusRole({statusClass, status}: Call): Role {
	if (status === null || statusClass === '5xx') return 'failed';
	return statusClass === '4xx' ? 'blocked' : statusClass === '2xx' ? 'passed' : 'muted';
}

const headerLines = (headers: Record<string, string> | null, width: number): PaneLine[] =>
	Object.entries(headers ?? {}).flatMap(([name, value]) => textLines(`${name}: ${value}`, width, 'muted'));

/** One call whole: what was sent, what came back. */
function callLines(call: Call, width: number): PaneLine[] {
	const {method, url, requestHeaders, responseHeaders, error, truncated} = call;
	return [
		...textLines(`${method} ${url}`, width, 'title'),
		[{text: cleanLine(callSentence(call)), role: statusRole(call)}],
		...section('Request', [
			...headerLines(requestHeaders, width),
			...textLines(bodyText(call.requestBody, call.requestEncoding), width),
		]),
		...section('Response', [
			...(error ? textLines(error, width, 'failed') : []),
			...headerLines(responseHeaders, width),
			...textLines(bodyText(call.responseBody, call.responseEncoding), width),
		]),
		...(truncated ? nothing('The recording was cut: the body was longer.', width) : []),
	];
}

/** The call the failure is about, then the others in their order. */
export function allCallLines(calls: readonly Call[], context: FailureContext, width: number): PaneLine[] {
	if (calls.length === 0) return nothing('This run made no call.', width);
	const about = failingCall(calls, context);
	const others = calls.filter(call => call !== about);
	return [
		...(about ? callLines(about, width) : []),
		...section(
			'Other calls of this run',
			others.map(call => [{text: cleanLine(callSentence(call)), role: statusRole(call)}]),
		),
		...others.flatMap(call => [[], ...callLines(call, width)]),
	];
}
