import {observedCall} from '../../../service/cleanup/observed-call.ts';

export type Given = {
	status?: number | null;
	sent?: unknown;
	answer?: unknown;
	/** The answer as it came. */
	text?: string;
	location?: string;
	run?: string;
	teardown?: boolean;
	/** Sent, and never answered: its status is null. */
	isUnanswered?: boolean;
	/** Milliseconds after the first call; absent: ten after the one before. */
	at?: number;
	/** Milliseconds until it was answered. */
	took?: number;
};
/** A call of a test: `POST /users`, and what it sent and was answered. */
export type Line = [request: string, given?: Given];

/** When the first call is sent; the next ones follow ten milliseconds after each other. */
export const startedAt = Date.parse('2026-01-31T09:30:00.000Z');

export const origin = 'http://api.test';

/** Calls as the recorder stores them. */
export function callsOf(lines: readonly Line[]) {
	return lines.map(
		(
			[
				request,
				{
					status = 200,
					sent,
					answer,
					text,
					location,
					run = 'run_1',
					teardown = false,
					isUnanswered = false,
					...when
				} = {},
			],
			place,
		) => {
			const [method = '', path = ''] = request.split(' ');
			const call = observedCall({
				id: `cal_${place}`,
				run_id: run,
				test_id: 'tst_1',
				attempt: 1,
				teardown: teardown ? 1 : 0,
				method,
				url: origin + path,
				status: isUnanswered ? null : status,
				started_at: startedAt + (when.at ?? place * 10),
				latency_ms: when.took ?? 5,
				detail: JSON.stringify({
					requestHeaders: {'Content-Type': 'application/json'},
					requestBody: sent === undefined ? null : JSON.stringify(sent),
					requestEncoding: 'utf8',
					responseHeaders: location === undefined ? {} : {Location: location},
					responseBody: text ?? (answer === undefined ? null : JSON.stringify(answer)),
					responseEncoding: 'utf8',
					isUnanswered,
				}),
			});
			if (!call) throw new Error(`not a call: ${request}`);
			return call;
		},
	);
}
