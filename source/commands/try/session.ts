import type {Client} from '../../client/client.ts';
import type {WaitOptions} from '../../client/poll.ts';
import type {Context} from '../../context.ts';
import {ApiError} from '../../errors/api-error.ts';

/** What the stages of a try share: the client, the one deadline, and the clock that they are measured with. */
export type Session = {
	context: Context;
	client: Client;
	/** When the command began, as `elapsed` counts. */
	startedAt: number;
	waiting: WaitOptions;
	/** A key for a request of its own. */
	key(what: string): string;
};

export function createSession(client: Client, maxSeconds: number, context: Context): Session {
	const waiting = {...context.wait(maxSeconds), client};
	return {
		context,
		client,
		startedAt: context.clock.elapsed(),
		waiting,
		key: what => `cli-try-${what}-${context.uuid()}`,
	};
}

/** Does the work of a stage and says what came of it, in one line with its time; answers both. */
export async function stage<Result>(
	session: Session,
	name: string,
	work: () => Promise<Result>,
	say: (result: Result) => string,
): Promise<{result: Result; seconds: number}> {
	const {context, waiting} = session;
	context.signal.throwIfAborted();
	if (isOver(session)) throw outOfTime(waiting.timeoutSeconds);
	const before = context.clock.elapsed();
	const result = await work();
	const seconds = Math.round((context.clock.elapsed() - before) / 100) / 10;
	context.notes.say('info', `${name.padEnd(9)} ${say(result)}  ${seconds.toFixed(1)} s`);
	return {result, seconds};
}

/** Whether the time of the whole try is over. */
export const isOver = ({context, waiting}: Session): boolean => context.clock.elapsed() >= waiting.deadlineAt;

/** The answer of a wait; throws what ended it before. */
export function answered<Answer>(
	outcome: {state: string; answer: Answer | null; error?: ApiError},
	{context, waiting}: Session,
): Answer {
	if (outcome.state === 'done' && outcome.answer !== null) return outcome.answer;
	context.signal.throwIfAborted();
	throw outcome.error?.code === 'UNSUPPORTED' ? outOfTime(waiting.timeoutSeconds) : (outcome.error ?? outOfTime(0));
}

/** "7 `--max-time` (cleanup still runs)". */
export const outOfTime = (seconds: number): ApiError =>
	new ApiError('REQUEST_TIMEOUT', `The try did not end within ${seconds} s.`, {
		nextAction: 'Give it more time with --max-time, or fewer tests with --rows p0..p1.',
		details: {timeoutSeconds: seconds},
	});
