import type {RecordedCall} from '../../runners/runner.ts';
import {contentType} from '../answer-text.ts';
import {excerpt} from '../excerpt.ts';
import {addressOf, environment} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Difference} from './answer-difference.ts';

/** Statuses of what stands in front of an API: it names itself, and says nothing of the API. */
const ofGateways = [429, 502, 503, 504];

/**
 * Another program answers at the address than when the test last passed: all its answers bear another name, and the one
 * in question has another status or form. A new version of a server, or a proxy before it, is none.
 */
export function otherProgram({run, earlierOf}: Symptoms, call: RecordedCall): Difference | null {
	const earlier = earlierOf(call);
	if (!earlier || call.status === null || ofGateways.includes(call.status)) return null;
	if (call.status === earlier.status && contentType(call) === contentType(earlier)) return null;
	const [is, was] = [programOf(call), programOf(earlier)];
	if (is === null || was === null || is === was) return null;
	const address = addressOf(call);
	const answers = run.calls.filter(one => one.status !== null && addressOf(one) === address);
	if (answers.some(one => programOf(one) !== is)) return null;
	return {
		kind: 'program',
		text: `Another program answers at ${address}: it calls itself ${excerpt(is, 60)}, the one that answered when the test last passed ${excerpt(was, 60)}.`,
		fix: environment(
			address,
			'See which program listens there and start the API in its place, or correct the address (--target-url, --env, or the URL of the project).',
		),
	};
}

/** What a server calls itself, without its version; null: it does not say. */
const programOf = (call: RecordedCall): string | null =>
	/^\s*([^/\s]+)/.exec(responseHeader(call, 'server') ?? responseHeader(call, 'x-powered-by') ?? '')?.[1] ?? null;
