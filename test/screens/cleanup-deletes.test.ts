import {describe, expect, it} from 'vitest';
import type {CleanupView} from '../../contract/cleanup.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {sampleCard, sampleCleanup} from '../helpers/cleanup-samples.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {orphan, refused, cleaned, doubtful, nameless, report, worldWith, held, open} from './cleanup-world.ts';

/** The same after somebody has dismissed the orphan. */
const dismissedReport = sampleCleanup({
	state: 'failed',
	version: 2,
	orphaned: [refused],
	cleanedUp: [cleaned],
	pending: [{...orphan, outcome: 'dismissed', badge: null}],
});

describe('what the cleanup of a batch sends', () => {
	it('deletes a record that may have existed, on request and after it asked', async () => {
		const world = worldWith(sampleCleanup({state: 'failed', orphaned: [doubtful]}));
		const bodies: unknown[] = [];
		world.answers['deleteRecords'] = ({body}) => {
			bodies.push(body);
			return {batchId: 'bat_1', resourceIds: ['res_doubtful'], cleanupTestIds: ['ctn_9']};
		};
		const terminal = open(world);
		await terminal.shows('DELETE /settings/dark');
		terminal.type('D');
		await terminal.shows('it may be somebody else');
		expect(bodies).toEqual([]);
		terminal.type('2');
		await terminal.shows('One DELETE is sent');
		expect(bodies).toEqual([{resourceIds: ['res_doubtful']}]);
	});

	it('shows what a cleanup that asks would send, and sends it on a word', async () => {
		const waiting = sampleCard({...cleaned, resourceId: 'res_waiting', outcome: 'pending', cleanupTest: null});
		const world = worldWith(sampleCleanup({state: 'asking', pending: [waiting]}));
		const bodies: unknown[] = [];
		world.answers['getCleanupPlan'] = () => ({
			batchId: 'bat_1',
			mode: 'ask',
			state: 'asking',
			deletes: [{...waiting, deletion: waiting.deletion}],
			notSent: [],
		});
		world.answers['startCleanup'] = ({body}) => {
			bodies.push(body);
			return {batchId: 'bat_1', resourceIds: ['res_waiting'], cleanupTestIds: ['ctn_9']};
		};
		const terminal = open(world);
		await terminal.shows('waits for your word');
		terminal.type('s');
		await terminal.shows('DELETE /orders/42: the answer chose the id 42');
		expect(bodies).toEqual([]);
		terminal.type('2');
		await terminal.shows('One DELETE is sent');
		expect(bodies).toEqual([{}]);
	});

	it('takes the place of a handle in a form that begins with the endpoint of the record', async () => {
		const world = worldWith(sampleCleanup({state: 'failed', orphaned: [nameless]}));
		const bodies: unknown[] = [];
		const settings = {
			projectId: 'prj_1',
			mode: 'auto',
			parallel: 4,
			readBefore: false,
			handles: [{method: 'POST', path: '/letters', pointer: '$.no'}],
			maskedFields: {add: [], remove: []},
			updatedAt: null,
		};
		world.answers['getCleanupSettings'] = () => settings;
		world.answers['updateCleanupSettings'] = ({body}) => {
			bodies.push(body);
			return settings;
		};
		const terminal = open(world);
		await terminal.shows('$.value');
		terminal.type('H');
		const text = await terminal.shows('Where the handle stands');
		expect(text).toContain('POST /tokens');
		terminal.type('\r');
		await terminal.shows('R tries what is new');
		expect(bodies).toEqual([
			{
				handles: [
					{method: 'POST', path: '/letters', pointer: '$.no'},
					{method: 'POST', path: '/tokens', pointer: '$.value'},
				],
			},
		]);
	});

	it('tries exactly what is new', async () => {
		const world = worldWith();
		const bodies: unknown[] = [];
		world.answers['retryCleanup'] = ({body}) => {
			bodies.push(body);
			return {batchId: 'bat_1', cleanupTestIds: ['ctn_new'], runIds: []};
		};
		const terminal = open(world);
		await terminal.shows('newsletter');
		terminal.type('R');
		await terminal.shows('Delete what is left');
		terminal.type('2');
		await terminal.shows('One DELETE is sent');
		expect(bodies).toEqual([{onlyNew: true}]);
	});

	it.each([
		['D', orphan, 'No DELETE is known for it: E names the endpoint'],
		['r', orphan, 'No DELETE is known for it: E names the endpoint'],
		['r', doubtful, 'No DELETE was sent for it, so none failed. D sends it.'],
		['D', nameless, 'Nothing says how it is named: H says where its handle is.'],
		['E', doubtful, 'Its DELETE is known: D or r sends it.'],
		['R', doubtful, 'What is left may have existed before: D deletes each on request.'],
		['D', cleaned, 'It is deleted already.'],
	])('says why %s does nothing to a record, and which key does: $1.resourceId', async (key, card, words) => {
		const list = card === cleaned ? 'cleanedUp' : 'orphaned';
		const terminal = open(worldWith(sampleCleanup({state: 'failed', [list]: [card]})), {columns: 120});
		await terminal.until(text => text.includes(card.label) && text.includes('Source'), 'the record');
		terminal.type(key);
		await terminal.shows(words);
	});

	it('takes the endpoint that deletes a record, and sends its DELETE then', async () => {
		const world = worldWith(sampleCleanup({state: 'failed', orphaned: [orphan]}));
		const sent: unknown[] = [];
		world.answers['createEndpoint'] = ({body}) => {
			sent.push(body);
			throw new ApiError('CONFLICT', 'The endpoint is known already.', {});
		};
		const terminal = open(world, {columns: 100});
		await terminal.until(text => text.includes('newsletter') && text.includes('No DELETE'), 'the orphan');
		terminal.type('E');
		await terminal.shows('/letters/{id}');
		terminal.type('\r');
		await terminal.shows('The endpoint is known already.');
		expect(sent).toEqual([{method: 'DELETE', path: '/letters/{id}'}]);
	});

	it('follows a cleanup that has ended: what others do to it is seen', async () => {
		const world = createWorld({count: 3});
		let tell = (_: CleanupView) => {};
		const news = new Promise<CleanupView>(resolve => {
			tell = resolve;
		});
		let asked = 0;
		world.answers['getCleanup'] = ({query}) => {
			if (query['since'] === undefined) return report;
			return asked++ === 0 ? news : held();
		};
		const terminal = open(world);
		await terminal.shows('newsletter');
		tell(dismissedReport);
		await terminal.shows('1 dismissed');
	});

	it('reads again what was dismissed in it, though the cleanup has ended', async () => {
		const world = createWorld({count: 3});
		let view = report;
		// A service that does not hold requests of a cleanup that has ended.
		world.answers['getCleanup'] = () => view;
		world.answers['dismissCleanup'] = () => {
			view = dismissedReport;
			return {batchId: 'bat_1', dismissed: ['res_orphan'], restored: [], unchanged: []};
		};
		const terminal = open(world);
		await terminal.shows('newsletter');
		terminal.type('d');
		await terminal.shows('Nothing is deleted');
		terminal.type('2');
		await terminal.shows('1 dismissed');
	});
});
