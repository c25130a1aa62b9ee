import type {BlockedReason} from '../../contract/enums.ts';
import type {Ref} from '../../contract/fields.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {BlockedBy} from '../../contract/run.ts';

/** Why a member will never run, with everything its messages need. */
export type BlockedCause = {
	reason: BlockedReason;
	/** The missing variable; null for a circular dependency. */
	variable: string | null;
	/** The test that should have given the value; null when there is none in this batch. */
	producer: Ref | null;
	/** The first test of the chain that went wrong: `producer` itself, or one further up when that is blocked too. */
	root: Ref | null;
	/** A name that differs from the missing one only in case or separators. */
	didYouMean: string | null;
	/** The two tests of a circular dependency. */
	cycle: readonly [Ref, Ref] | null;
	/** The command that runs the test with the one that gives the value. */
	together?: string;
	/** What the login answered. */
	login?: string | null;
	/** Where its commands are for; absent: of a cause that names none. */
	projectId?: ProjectId;
};

/** What people read of a blocked run: first line, the whole explanation, and the short note of a member row. */
type BlockedText = {error: string; trace: string; note: string};

export const blockedByOf = (cause: BlockedCause): BlockedBy => ({
	variable: cause.variable,
	reason: cause.reason,
	producer: cause.root,
	didYouMean: cause.didYouMean,
});

const quote = (test: Ref | null) => `"${test ? oneLine(test.title) : 'unknown test'}"`;
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** `the chain cannot be assembled because of a circular dependency between "A" and "B"`. */
export const circularMessage = (cycle: readonly [Ref, Ref]) =>
	`the chain cannot be assembled because of a circular dependency between ${quote(cycle[0])} and ${quote(cycle[1])}`;

type Part = {why: string; note: string; fix: string};

/** One row per reason: why the value is missing, the same as a short note, and what to do. */
/** What helps where stored secrets cannot be decrypted. */
export const unreadableFix =
	'Put the secrets.key of this data directory back and start the service again. Without it: stop the service (svc service stop), run svc service forget-secrets, start it again, and give the projects their credentials, logins and variables again.';

const parts: Record<BlockedReason, (cause: BlockedCause) => Part> = {
	producer_failed: ({producer, root}) => ({
		why: `its producer ${quote(producer)} failed`,
		note: `${quote(producer)} failed`,
		fix: `Fix ${quote(root)} and rerun it: this test then runs with it.`,
	}),
	producer_blocked: ({producer, root}) => ({
		why:
			root && producer && root.testId !== producer.testId
				? `its producer ${quote(producer)} is blocked: the chain stopped at ${quote(root)}`
				: `its producer ${quote(producer)} is blocked`,
		note: `${quote(producer)} is blocked`,
		fix: `Fix ${quote(root)} and rerun it: this test then runs with it.`,
	}),
	producer_cancelled: ({producer, root}) => ({
		why: `its producer ${quote(producer)} was cancelled`,
		note: `${quote(producer)} was cancelled`,
		fix: `Run ${quote(root)} again: this test then runs with it.`,
	}),
	not_captured: ({producer, variable}) => ({
		why: `${quote(producer)} passed without producing it`,
		note: `${quote(producer)} passed without producing it`,
		fix: `Publish it in ${quote(producer)} with produce("${variable}", value), or name it ${variable} at the top level of the file.`,
	}),
	no_producer: ({variable, producer, together}) => ({
		why: producer ? `its producer ${quote(producer)} is not in this batch` : 'no test produces it',
		note: producer ? `${quote(producer)} is not in this batch` : 'no test produces it',
		fix: together
			? `Run both: ${together}`
			: producer
				? `Run ${quote(producer)} as well.`
				: `Declare "${variable}" among the produced names of the test that captures it.`,
	}),
	name_mismatch: ({producer, variable, didYouMean}) => ({
		why: `no value has that name; did you mean "${didYouMean}", produced by ${quote(producer)}?`,
		note: `did you mean ${didYouMean}?`,
		fix: `Names are case-sensitive: use the same spelling of "${variable}" in both tests.`,
	}),
	producer_unticked: ({producer}) => ({
		why: `its producer ${quote(producer)} is unticked in the plan`,
		note: `${quote(producer)} is unticked in the plan`,
		fix: `Tick ${quote(producer)} in the plan and generate it.`,
	}),
	stale_capture: ({producer}) => ({
		why: producer
			? `the value that ${quote(producer)} captured earlier can no longer be used; rerun without skipping dependencies`
			: 'no earlier run captured it; rerun without skipping dependencies',
		note: 'no usable earlier value',
		fix: 'Rerun without skipping dependencies.',
	}),
	circular_dependency: ({cycle}) => ({
		why: '',
		note: cycle ? `circular: ${quote(cycle[0])} and ${quote(cycle[1])}` : 'circular dependency',
		fix: 'Remove one of the two needs, or produce one of the values in a third test.',
	}),
	auth_failing: ({login, projectId}) => ({
		why: `the login for the API under test failed${login ? `: ${oneLine(login)}` : ''}`,
		note: 'login failed',
		fix: login?.startsWith('no connection')
			? 'Nothing answers at the login URL: start the API or correct the URL, then run again.'
			: `Check the authentication of the project; this signs in once and says what was answered: svc project auto-auth ${projectId ?? '<project-id>'} --test-login`,
	}),
	target_down: ({projectId}) => ({
		why: 'the API stopped answering and did not come back within 30 s',
		note: 'the API stopped answering',
		fix: `Start the API again, then rerun what was blocked. The last calls before it was gone: svc finding list --project ${projectId ?? '<project-id>'}`,
	}),
	rate_limited: () => ({
		why: 'the API allows no more calls: it answered 429 twice',
		note: 'the API answered 429',
		fix: 'Wait until the API allows calls again, or raise its limit for the tests, then rerun it.',
	}),
	credential_unreadable: () => ({
		why: 'a stored secret that it needs cannot be decrypted, because the key of the service was lost or changed',
		note: 'credential unreadable',
		fix: `${unreadableFix} Then run it again.`,
	}),
};

/**
 * The messages of a blocked run. The first line and the trace name the variable, the producer and the reason.
 *
 * @param skipped true for a teardown test whose record was never created
 * @param hasCalled it was executed
 */
export function blockedText(cause: BlockedCause, skipped = false, hasCalled = false): BlockedText {
	const part = parts[cause.reason](cause);
	if (cause.cycle) {
		const message = circularMessage(cause.cycle);
		return {error: message, trace: `${message}\n${part.fix}`, note: part.note};
	}
	const state = skipped ? 'Skipped' : 'Blocked';
	const stop = /[?.]$/.test(part.why) ? '' : '.';
	const error = cause.variable
		? `${state}: variable "${cause.variable}" was not found because ${part.why}${stop}`
		: `${state}: ${part.why}${stop}`;
	const lines = [
		error,
		cause.variable ? `variable: ${cause.variable}` : '',
		cause.producer ? `producer: ${oneLine(cause.producer.title)} (${cause.producer.testId})` : '',
		`reason:   ${cause.reason}`,
		hasCalled ? '' : skipped ? 'There is no record to remove, so no call was made.' : 'No call was made.',
		skipped ? '' : part.fix,
	];
	return {
		error,
		trace: lines.filter(Boolean).join('\n'),
		note: cause.variable ? `${cause.variable}: ${part.note}` : part.note,
	};
}
