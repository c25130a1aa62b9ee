import {afterEach, describe, expect, it} from 'vitest';
import type {CleanupView} from '../../source/contract/cleanup.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {sampleCard, sampleCleanup, sampleCleanupTest} from '../helpers/cleanup-samples.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const orphan = sampleCard({
	resourceId: 'res_orphan',
	label: 'newsletter',
	capturedId: 'n-7',
	sourceEndpoint: {method: 'POST', path: '/letters'},
	family: '/letters',
	outcome: 'orphaned',
	badge: 'Might be orphaned',
	reason: 'no_delete_endpoint',
});
const refused = sampleCard({
	resourceId: 'res_refused',
	label: 'user_id',
	capturedId: '9',
	family: '/users',
	outcome: 'failed',
	cleanupTest: sampleCleanupTest({
		cleanupTestId: 'ctn_refused',
		path: '/users/{userId}',
		status: 'Failed',
		httpStatus: 409,
		responseBody: '{"error":"the user has orders"}',
	}),
});
const cleaned = sampleCard({
	resourceId: 'res_cleaned',
	outcome: 'auto',
	badge: 'Auto-cleaned',
	cleanupTest: sampleCleanupTest(),
});
const report = sampleCleanup({state: 'failed', orphaned: [orphan, refused], cleanedUp: [cleaned]});

function worldWith(view: CleanupView = report): WireWorld {
	const world = createWorld({count: 3});
	world.answers['getCleanup'] = ({query}) => {
		if (query['since'] !== undefined) throw new Error('A cleanup that has ended was asked for news.');
		return view;
	};
	return world;
}

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'cleanup', id: 'bat_1', ...options});
	return screen.terminal;
}

describe('the cleanup of a batch', () => {
	it('shows the bar, what might be orphaned first, and what became of the rest', async () => {
		const terminal = open(worldWith());
		const text = await terminal.shows('Cleaned up');
		expect(text).toContain('Cleanup of bat_1');
		expect(text).toContain('1/3 cleaned up');
		expect(text).toContain('1 might be orphaned');
		expect(text.indexOf('newsletter')).toBeLessThan(text.indexOf('order_id'));
		expect(text).toMatch(/✗ Failed +user_id +9/);
		expect(text).toMatch(/✓ Auto-cleaned +order_id +42/);
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
		const text = await terminal.shows('DELETE /users/9');
		expect(text).toContain('409');
		expect(text).toContain('the user has orders');
	});

	it('copies the DELETE as a curl line', async () => {
		const terminal = open(worldWith());
		await terminal.shows('newsletter');
		terminal.type('jC');
		await terminal.shows('Copied the DELETE as a curl line');
		const copied = terminal.written.join('').match(/\]52;c;([A-Za-z0-9+/=]+)/)?.[1] ?? '';
		expect(Buffer.from(copied, 'base64').toString()).toMatch(/^curl -X DELETE \S+\/users\/9$/);
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
		await terminal.shows('DELETE /users/{userId} is sent again.');
		expect(bodies).toEqual([]);
		terminal.type('2');
		await terminal.shows('Trying 1 again');
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
			capturedId: 'é\u0301\u202e7',
			outcome: 'auto',
		});
		const terminal = open(worldWith(sampleCleanup({orphaned: [orphan], cleanedUp: [hostile, cleaned]})), {columns});
		await terminal.shows('订单');
		const column = terminal.columnOf('RESOURCE');
		expect(terminal.columnOf('订单')).toBe(column);
		expect(terminal.columnOf('order_id')).toBe(column);
		expect(terminal.text()).not.toMatch(/[\u202e\u001b]/);
	});
});
