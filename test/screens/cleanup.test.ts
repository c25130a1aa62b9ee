import {describe, expect, it} from 'vitest';
import type {CleanupView} from '../../contract/cleanup.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {sampleCard, sampleCleanup, sampleCleanupTest} from '../helpers/cleanup-samples.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {orphan, cleaned, doubtful, nameless, worldWith, open} from './cleanup-world.ts';

describe('the cleanup of a batch', () => {
	it('shows the bar, what might be orphaned first, and what became of the rest', async () => {
		const terminal = open(worldWith());
		const text = await terminal.shows('Cleaned up');
		expect(text).toContain('› Cleanup');
		expect(text).toContain('1/3 cleaned up');
		expect(text).toContain('1 might be orphaned');
		expect(text.indexOf('Might be orphaned')).toBeLessThan(text.indexOf('Auto-cleaned'));
		// The head of the section says that it might be orphaned; the row says why.
		expect(text).toMatch(/◌ no DELETE known +- +test 000/);
		expect(text.match(/◌ Might be orphaned/g)).toHaveLength(1);
		expect(text).toMatch(/✗ Failed +DELETE \/users\/9 +test 000/);
		expect(text).toMatch(/✓ Auto-cleaned +DELETE \/orders\/42 +test 000/);
	});

	it('tells of an orphan what it is, where it came from and what to do', async () => {
		const terminal = open(worldWith());
		await terminal.shows('newsletter');
		const text = await terminal.shows('No DELETE endpoint is known');
		expect(text).toContain('POST /letters');
		expect(text).toContain('n-7');
	});

	it('shows the DELETE that was tried, its answer and its body', async () => {
		const terminal = open(worldWith());
		await terminal.shows('newsletter');
		terminal.type('j');
		const text = await terminal.shows('the user has orders');
		expect(text).toContain('409');
		expect(text).toMatch(/DELETE +DELETE \/users\/9/);
	});

	it('copies the DELETE as a curl line', async () => {
		// Wide enough for the path of the file, wherever temporary files lie.
		const terminal = open(worldWith(), {columns: 160});
		await terminal.shows('newsletter');
		terminal.type('jC');
		await terminal.shows('copied.txt: the DELETE as a curl line');
		const copied = terminal.written.join('').match(/\]52;c;([A-Za-z0-9+/=]+)/)?.[1] ?? '';
		expect(Buffer.from(copied, 'base64').toString()).toMatch(/^curl -X DELETE \S*127\.0\.0\.1:8080\/users\/9$/);
	});

	it('asks before it sends a DELETE again, and sends it for that record only', async () => {
		const world = worldWith();
		const bodies: unknown[] = [];
		world.answers['retryCleanup'] = ({body}) => {
			bodies.push(body);
			return {batchId: 'bat_1', cleanupTestIds: ['ctn_refused'], runIds: []};
		};
		const terminal = open(world);
		await terminal.shows('newsletter');
		terminal.type('jr');
		await terminal.shows('DELETE /users/9 is sent again.');
		expect(bodies).toEqual([]);
		terminal.type('2');
		await terminal.shows('One DELETE is sent');
		expect(bodies).toEqual([{cleanupTestIds: ['ctn_refused']}]);
	});

	it('asks before it dismisses an orphan', async () => {
		const world = worldWith();
		const bodies: unknown[] = [];
		world.answers['dismissCleanup'] = ({body}) => {
			bodies.push(body);
			return {batchId: 'bat_1', dismissed: ['res_orphan'], restored: [], unchanged: []};
		};
		const terminal = open(world);
		await terminal.shows('newsletter');
		terminal.type('d');
		await terminal.shows('Nothing is deleted');
		terminal.type('\r');
		await terminal.showsNot('Nothing is deleted');
		expect(bodies).toEqual([]);
		terminal.type('d');
		await terminal.shows('Nothing is deleted');
		terminal.type('2');
		await terminal.shows('Dismissed');
		expect(bodies).toEqual([{resourceIds: ['res_orphan']}]);
	});

	it('filters by words, by status and by type', async () => {
		const terminal = open(worldWith());
		await terminal.shows('newsletter');
		terminal.type('/user');
		await terminal.showsNot('newsletter');
		terminal.type('\u001b');
		await terminal.shows('newsletter');
		terminal.type('x5');
		await terminal.until(text => !text.includes('newsletter') && text.includes('order_id'), 'cleaned records only');
		terminal.type('\u001b');
		await terminal.shows('newsletter');
		terminal.type('t2');
		await terminal.until(text => text.includes('newsletter') && !text.includes('order_id'), 'letters only');
	});

	it('shows a deletion as soon as the service tells it', async () => {
		const running = sampleCleanup({state: 'running', pending: [sampleCard({rev: 1})], version: 1});
		const world = createWorld({count: 3});
		let tell = (_: CleanupView) => {};
		const news = new Promise<CleanupView>(resolve => {
			tell = resolve;
		});
		world.answers['getCleanup'] = ({query}) => (query['since'] === undefined ? running : news);
		const terminal = open(world);
		await terminal.shows('0/1 cleaned up');
		tell({...sampleCleanup({cleanedUp: [{...cleaned, resourceId: 'res_1'}]}), version: 2, delta: true});
		await terminal.shows('1/1 cleaned up');
		expect(terminal.text()).not.toContain('Kept or pending');
	});

	it('says that there is nothing to clean up', async () => {
		const terminal = open(worldWith(sampleCleanup({state: 'none'})));
		await terminal.shows('The tests of this run created no record');
	});

	it('does not call it nothing when records are left that no DELETE is known for', async () => {
		const orphan = sampleCard({resourceId: 'res_1', outcome: 'orphaned', reason: 'no_delete_endpoint', deletion: null});
		const terminal = open(worldWith(sampleCleanup({state: 'none', orphaned: [orphan]})));
		await terminal.shows('no DELETE was sent, something may be left');
		expect(terminal.text()).not.toContain('nothing to clean up');
	});

	it('says why it could not be read', async () => {
		const world = worldWith();
		world.answers['getCleanup'] = () => {
			throw new ApiError('NOT_FOUND', 'There is no batch bat_1.', {nextAction: 'svc batch list'});
		};
		const terminal = open(world, {screen: 'batch'});
		await terminal.shows('Wave 1');
		terminal.type('7');
		await terminal.shows('There is no batch bat_1.');
		expect(terminal.text()).toContain('Ctrl-r tries again.');
	});

	it('jumps to the test that created the record', async () => {
		const terminal = open(worldWith());
		await terminal.shows('newsletter');
		terminal.type('b');
		await terminal.until(text => /❯ +\S+ \S+ +test 000/.test(text), 'the cursor on the creating test');
	});

	it.each([60, 100, 200])('keeps its columns aligned at %i columns, whatever the names are', async columns => {
		const hostile = sampleCard({
			resourceId: 'res_hostile',
			label: '订单\u001b[31m',
			createdBy: {testId: 'tst_000', title: '测试\u001b[31m', runId: 'run_000'},
			capturedId: 'é\u0301\u202e7',
			deletion: {method: 'DELETE', path: '/订单/{id}', url: 'http://127.0.0.1:8080/订单/é\u0301\u202e7'},
			outcome: 'auto',
		});
		const terminal = open(worldWith(sampleCleanup({orphaned: [orphan], cleanedUp: [hostile, cleaned]})), {columns});
		await terminal.shows('测试');
		const column = terminal.columnOf('CREATED BY');
		expect(terminal.columnOf('测试')).toBe(column);
		expect(terminal.columnOf('test 000')).toBe(column);
		expect(terminal.text()).not.toMatch(/[\u202e\u001b]/);
	});

	it.each([60, 100, 200])('shows by each record who made it and its own DELETE, at %i columns', async columns => {
		const terminal = open(worldWith(), {columns});
		const text = await terminal.shows('DELETE /users/9');
		expect(text).toMatch(/Auto-cleaned +DELETE \/orders\/42 +test 000/);
		expect(text).not.toContain('{');
		if (columns === 200) expect(text).toMatch(/DELETE \/orders\/42 +test 000 +order_id +the sweep/);
	});

	it('shows a value that nobody knows as such, and never as the name of its parameter', async () => {
		const terminal = open(worldWith(sampleCleanup({orphaned: [nameless]})), {columns: 130});
		await terminal.shows('DELETE /tokens/<unknown>');
		expect(terminal.text()).not.toContain('{secret}');
	});

	it('does not show the path of another record for one that a teardown test deletes', async () => {
		const planned = sampleCleanupTest({kind: 'planned', title: 'Delete both', path: '/orders/41'});
		const card = sampleCard({outcome: 'test', cleanupTest: planned});
		const terminal = open(worldWith(sampleCleanup({cleanedUp: [card]})));
		const text = await terminal.shows('Delete both');
		expect(text).not.toContain('/orders/41');
	});

	it('tells what proves that the run made a record, and that nothing does', async () => {
		const terminal = open(worldWith(sampleCleanup({orphaned: [doubtful], cleanedUp: [cleaned]})));
		await terminal.shows('Nothing proves');
		terminal.type('jj');
		await terminal.shows('the answer chose');
	});

	it('lists the calls that made nothing, each with its reason', async () => {
		const call = {
			callId: 'cal_1',
			runId: 'run_000',
			testId: 'tst_000',
			title: 'Signs in',
			method: 'POST',
			path: '/sign-in',
			reason: 'hands_out_token',
			text: 'Its answer hands out a token.',
		};
		const terminal = open(worldWith(sampleCleanup({cleanedUp: [cleaned], calls: [call]})));
		await terminal.shows('POST /sign-in');
		expect(terminal.text()).toMatch(/Left nothing +1/);
		terminal.type('jj');
		await terminal.shows('hands out a token.');
	});

	it('shows calls that made nothing where no record was made at all', async () => {
		const call = {
			callId: 'cal_1',
			runId: 'run_000',
			testId: 'tst_000',
			title: 'Searches',
			method: 'POST',
			path: '/search',
			reason: 'lists_records',
			text: 'It answered a search.',
		};
		const terminal = open(worldWith(sampleCleanup({state: 'none', calls: [call]})));
		await terminal.shows('It answered a search.');
	});
});
