import type {Call} from '../../contract/call.ts';
import type {FailureContext} from '../../contract/result.ts';
import type {Run} from '../../contract/run.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {failingCall, callSentence} from '../../source/view-model/failing-point.ts';
import {failureWords} from '../../source/view-model/failure-words.ts';
import {labelled} from '../pane-lines.ts';
import {statusSpan} from '../status-text.ts';
import type {PaneLine} from '../text-pane.tsx';
import {statusRole} from './call-lines.ts';
import {codeLines} from './code-lines.ts';
import {bodyText} from './json-layout.ts';
import {section, textLines} from './section-lines.ts';

type Look = {glyphs: Glyphs; width: number};

/** Lines of a body that the summary shows, and lines of code around the failing one. */
const bodyRows = 6;
const codeRows = 2;

/** A failure on one page: why, where to look, the failing line, what was sent and what came back. */
export function summaryLines(context: FailureContext, run: Run, calls: readonly Call[] | null, look: Look): PaneLine[] {
	const {glyphs, width} = look;
	const {result, failure} = context;
	const target = failure.recommendedFixTarget;
	const call = calls && failingCall(calls, context);
	return [
		headLine(run, glyphs),
		...section('Why', [
			...textLines(failure.rootCauseHypothesis ?? result.summary, width),
			...labelled('Look first', target && [target.kind, target.reference].filter(Boolean).join('  '), width, 'title'),
			...labelled('', target?.rationale, width),
		]),
		...section('Failing line', result.status === 'blocked' ? [] : codeLines(context, look, codeRows)),
		...section('Request', call ? requestLines(call, width) : []),
		...section('Response', call ? responseLines(call, width) : []),
		...section(
			'Evidence',
			failure.evidence.flatMap(({kind, summary}) => labelled(cleanLine(kind), summary, width)),
		),
		...section('This kind of failure', failure.signature ? textLines(failure.signature, width, 'muted') : []),
	];
}

function headLine(run: Run, glyphs: Glyphs): PaneLine {
	const {status, failureKind, error, startedAt, finishedAt, failedStepIndex} = run;
	const took = startedAt && finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)) : '';
	const facts = [
		failureWords(failureKind, error) ?? '',
		failedStepIndex === null ? '' : `step ${failedStepIndex}`,
		took,
	].filter(Boolean);
	return [
		statusSpan(cleanLine(status), glyphs),
		{text: facts.map(fact => `  ${glyphs.separator}  ${cleanLine(fact)}`).join(''), role: 'muted'},
	];
}

const requestLines = (call: Call, width: number): PaneLine[] => [
	...textLines(`${call.method} ${call.url}`, width, 'title'),
	...firstLines(call.requestBody, call.requestEncoding, width),
];

const responseLines = (call: Call, width: number): PaneLine[] => [
	[{text: cleanLine(callSentence(call)), role: statusRole(call)}],
	...firstLines(call.responseBody, call.responseEncoding, width),
];

/** The start of a body as it was sent; more of it, laid out, is on the tab of the call. */
function firstLines(body: string | null, encoding: Call['requestEncoding'], width: number): PaneLine[] {
	const text = encoding === 'base64' ? bodyText(body, encoding) : (body ?? '').trim();
	const lines = textLines(text.slice(0, bodyRows * width), width);
	const isCut = lines.length > bodyRows || text.length > bodyRows * width;
	return [
		...lines.slice(0, bodyRows),
		...(isCut ? [[{text: 'more on the tab of the request', role: 'muted' as const}]] : []),
	];
}
