import {setImmediate as turn} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {createMailer} from '../../../service/schedules/mailer.ts';
import {mailText, type RunReport} from '../../../service/schedules/mail-text.ts';
import {startMailServer} from '../../helpers/mail-server.ts';
import {type SchedulingFixture, startScheduling} from './start-scheduling.ts';

const minute = 60_000;
const failed = {status: 'failed', failureKind: 'assertion', error: 'AssertionError: 500 != 200'} as const;

async function startWithMail() {
	const server = await startMailServer();
	const mailer = createMailer({smtpUrl: server.url, from: 'svc <svc@example.com>'});
	return {server, ...(await startScheduling({mailer}))};
}

const sendTo = 'a@example.com, b@example.com';

/** Waits until the mail of the newest run is in a state, which the store alone tells. */
async function untilMail({runs}: Pick<SchedulingFixture, 'runs'>, scheduleId: string, state: string): Promise<void> {
	while ((await runs(scheduleId))[0]?.mail !== state) await turn();
}

describe('the mail of a run', () => {
	it('tells verdict, counts, what is new, why tests failed, what blocked them and how to look further', async () => {
		const fixture = await startWithMail();
		const {server, create, pass, ended, addTest, runner, runs} = fixture;
		await addTest('orders <b>');
		await addTest('make a cart', {produces: ['cartId']});
		await addTest('pay', {consumes: ['cartId']});
		runner.script('make a cart', {produces: {cartId: '7'}});
		const {scheduleId} = await create({name: 'Nightly', sendTo});
		await pass(30 * minute);
		await ended();
		await server.until(1);
		runner.script('orders <b>', failed);
		runner.script('make a cart', failed);
		await pass(60 * minute);
		await ended();
		await server.until(2);
		await untilMail(fixture, scheduleId, 'sent');
		const [first, second] = server.received;
		expect(first?.mail.subject).toBe('Passed: Nightly (3 passed, 0 failed, 0 blocked)');
		expect(first?.mail.text).not.toContain('Failed:');
		expect(second?.to).toEqual(['a@example.com', 'b@example.com']);
		expect(second?.mail.from).toMatchObject({name: 'svc', address: 'svc@example.com'});
		expect(second?.mail.subject).toBe('Failed: Nightly (0 passed, 2 failed, 1 blocked)');
		const [run] = await runs(scheduleId);
		const text = second?.mail.text ?? '';
		expect(text).toMatch(/^Nightly ran Shop: failed, 0 passed, 2 failed, 1 blocked\.\n/);
		expect(text).toContain('Newly failed:\n- make a cart\n- orders <b>\n- pay\n');
		expect(text).toMatch(/Failed:\n- make a cart: .+\n- orders <b>: .+\n/);
		expect(text).toContain('Blocked:\n- pay: needs cartId, which "make a cart" did not produce\n');
		expect(text).toMatch(/svc test artifact get run_\w+\n/);
		expect(text).toContain(`svc batch get ${run?.batchId}\n`);
		expect(second?.mail.html).toContain('orders &#60;b&#62;');
		expect(second?.mail.html).not.toContain('<b>');
	});

	it('names the records that may be orphaned', async () => {
		const {server, create, pass, ended, addTest, database, runner, runs} = await startWithMail();
		await addTest('orders');
		const {scheduleId} = await create({sendTo});
		const held = runner.hold('orders');
		await pass(30 * minute);
		await held.started;
		const [run] = await runs(scheduleId);
		await database
			.insertInto('cleanup_resources')
			.values({
				...{id: 'res_1', batch_id: run!.batchId!, project_id: 'p', run_id: 'r', test_id: 't', attempt: 1, call_id: 'c'},
				...{
					key: 'k',
					variable: 'orderId',
					handle: '42',
					family: 'orders',
					source_method: 'POST',
					source_path: '/orders',
				},
				...{delete_path: null, delete_url: null, parents: '[]', headers: '{}', place: 0, is_last: 0},
				...{outcome: 'orphaned', reason: 'no_delete_endpoint', cleanup_test_id: null, origin_id: null},
				...{origin_batch_id: null, rev: 1, created_at: 0},
			})
			.execute();
		held.release();
		await ended();
		await server.until(1);
		expect(server.received[0]?.mail.text).toContain('Might be orphaned:\n- orderId 42\n');
	});

	it('says when the schedule has paused itself, and how to resume it', async () => {
		const {server, create, pass, ended, addTest, runner} = await startWithMail();
		await addTest('orders');
		runner.script('orders', failed);
		const {scheduleId} = await create({sendTo});
		for (let count = 0; count < 10; count++) {
			await pass((count === 0 ? 30 : 60) * minute);
			await ended();
		}
		await server.until(10);
		const subjects = server.received.map(({mail}) => mail.subject);
		expect(subjects.filter(subject => subject?.startsWith('Paused'))).toEqual([
			'Paused after 10 runs without a pass: Nightly (0 passed, 1 failed, 0 blocked)',
		]);
		const paused = server.received.find(({mail}) => mail.subject?.startsWith('Paused'));
		expect(paused?.mail.text).toContain(`svc schedule update ${scheduleId} --resume`);
	});

	it('is tried again, three times in all, and never harms the run', async () => {
		const fixture = await startWithMail();
		const {server, create, pass, ended, addTest, runs, clock, log, read} = fixture;
		await addTest('orders');
		const {scheduleId} = await create({sendTo});
		server.refuse(2);
		await pass(30 * minute);
		await ended();
		expect(await runs(scheduleId)).toMatchObject([{status: 'passed', mail: 'none'}]);
		for (let count = 1; count <= 2; count++) {
			while (log.filter(line => line.startsWith('a mail was not sent')).length < count) await turn();
			// The wait begins when the refusal has been written down.
			while (clock.alarms < 2) await turn();
			await pass(5 * minute);
		}
		await server.until(1);
		await untilMail(fixture, scheduleId, 'sent');
		expect(server.refused).toBe(2);
		expect(await read(scheduleId)).toMatchObject({status: 'active'});
		expect(log.join('\n')).not.toContain('p@ss');
	});

	it('has failed after the third attempt', async () => {
		const fixture = await startWithMail();
		const {server, create, pass, ended, addTest, clock, log} = fixture;
		await addTest('orders');
		const schedule = await create({sendTo});
		server.refuse(99);
		await pass(30 * minute);
		await ended();
		for (let count = 1; count <= 2; count++) {
			while (log.filter(line => line.startsWith('a mail was not sent')).length < count) await turn();
			while (clock.alarms < 2) await turn();
			await pass(5 * minute);
		}
		await untilMail(fixture, schedule.scheduleId, 'failed');
		expect(server.refused).toBe(3);
	});

	it('that a killed process left is sent by the next one, and counted on', async () => {
		const fixture = await startWithMail();
		const {server, create, pass, ended, addTest, database, scheduling, beside, log, clock} = fixture;
		await addTest('orders');
		const {scheduleId} = await create({sendTo});
		server.refuse(1);
		await pass(30 * minute);
		await ended();
		while (!log.some(line => line.startsWith('a mail was not sent'))) await turn();
		while (clock.alarms < 2) await turn();
		await scheduling.stop();
		expect(await database.selectFrom('schedule_runs').select(['mail', 'mail_attempts']).execute()).toEqual([
			{mail: 'due', mail_attempts: 1},
		]);
		await beside(createMailer({smtpUrl: server.url, from: 'svc@example.com'}));
		await server.until(1);
		await untilMail(fixture, scheduleId, 'sent');
	});

	it('is not there without addresses, without a server, and for what was skipped', async () => {
		const {server, create, pass, ended, addTest, runs} = await startWithMail();
		const skipped = await create({name: 'skipped', sendTo});
		await pass(30 * minute);
		expect(await runs(skipped.scheduleId)).toMatchObject([{status: 'skipped', mail: 'none'}]);
		await addTest('orders');
		const silent = await create({name: 'silent'});
		await pass(60 * minute);
		await ended();
		expect((await runs(silent.scheduleId))[0]).toMatchObject({mail: 'none'});
		expect(server.received.every(({mail}) => !mail.subject?.includes('silent'))).toBe(true);

		const without = await startScheduling();
		await without.addTest('orders');
		const {scheduleId} = await without.create({sendTo});
		await without.pass(30 * minute);
		await without.ended();
		expect(await without.runs(scheduleId)).toMatchObject([{status: 'passed', mail: 'not_configured'}]);
	});
});

describe('names of people and of the API under test', () => {
	const report: RunReport = {
		schedule: {id: 'sch_1', name: 'Nightly\r\nBcc: c@example.com'},
		target: 'Shop\n\nX',
		batchId: 'bat_1',
		outcome: 'failed',
		stats: {total: 1, passed: 0, failed: 1, blocked: 0, running: 0, cancelled: 0},
		newlyFailed: null,
		newlyRecovered: null,
		failures: [{runId: 'run_1', title: 'a\u202eb\u0000<script>', error: 'x'.repeat(1000), hypothesis: null}],
		blocked: [],
		orphans: [],
		paused: false,
	};

	it('cannot begin a header, a line or a tag of their own', async () => {
		const server = await startMailServer();
		const mailer = createMailer({smtpUrl: server.url, from: 'svc@example.com'});
		await mailer.send(['a@example.com'], mailText(report));
		const [message] = server.received;
		expect(message?.to).toEqual(['a@example.com']);
		expect(message?.mail.bcc ?? []).toEqual([]);
		expect(message?.source).not.toMatch(/^bcc:/im);
		expect(message?.mail.subject).toBe('Failed: Nightly Bcc: c@example.com (0 passed, 1 failed, 0 blocked)');
		expect(message?.mail.text).toContain('- a b <script>: xxx');
		expect(message?.mail.text?.split('\n').every(line => line.length <= 302)).toBe(true);
		expect(message?.mail.html).not.toContain('<script>');
	});

	it('are shortened to a mail one can read', () => {
		const many = Array.from({length: 50}, (_, index) => ({testId: `t${index}`, title: `test ${index}`}));
		const {text} = mailText({...report, newlyFailed: many});
		expect(text).toContain('- test 19\n- and 30 more\n');
	});
});
