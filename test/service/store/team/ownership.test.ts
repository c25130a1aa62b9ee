import {describe, expect, it, onTestFinished} from 'vitest';
import {heardNews, isForWorkers, newsTexts} from '../../../../service/store/team/news.ts';
import {leaseMs, SharedOwnership} from '../../../../service/store/team/shared-ownership.ts';
import {openNewStore} from '../../../helpers/open-new-store.ts';

describe('work that one process does at a time', () => {
	async function twoProcesses() {
		const database = await openNewStore(':memory:');
		onTestFinished(() => database.destroy());
		const clock = {now: 1_000_000};
		const log = {
			error(fields: object, message: string) {
				throw new Error(`${message}: ${JSON.stringify(fields)}`);
			},
		};
		const process = (owner: string) => new SharedOwnership({database, owner, now: () => clock.now, log});
		return {clock, first: process('first'), second: process('second')};
	}

	it('is free when it was released', async () => {
		const {first, second} = await twoProcesses();
		const held = await first.take('plan 1');
		expect([await second.take('plan 1'), await first.take('plan 1')]).toEqual([null, null]);
		expect(await second.take('plan 2')).not.toBeNull();
		await held?.release();
		expect(await second.take('plan 1')).not.toBeNull();
	});

	it('stays with a process that keeps it, and is lost by one that was away for longer than its lease', async () => {
		const {clock, first, second} = await twoProcesses();
		const held = await first.take('plan 1');
		clock.now += leaseMs - 1;
		await first.keep();
		clock.now += leaseMs - 1;
		expect([await second.take('plan 1'), held?.lost.aborted]).toEqual([null, false]);
		clock.now += 2;
		expect(await second.take('plan 1')).not.toBeNull();
		await first.keep();
		expect(held?.lost.aborted).toBe(true);
		// What it lets go of belongs to the other one.
		await held?.release();
		expect(await first.take('plan 1')).toBeNull();
	});
});

describe('news', () => {
	it('of a new version of a batch are for processes where people wait, all others for workers too', () => {
		const batch = {
			kind: 'batch' as const,
			batchId: 'bat_1',
			version: 2,
			done: false,
			sweep: false,
			work: false,
			ended: [],
		};
		expect(isForWorkers(batch)).toBe(false);
		const more = [{work: true}, {done: true}, {sweep: true}, {login: true}];
		expect(more.map(one => isForWorkers({...batch, ...one}))).toEqual([true, true, true, true]);
		expect(isForWorkers({kind: 'cancel', runIds: []})).toBe(true);
		expect(isForWorkers({kind: 'changed', topic: 'plan', key: '1'})).toBe(true);
	});

	it('are heard by the others', () => {
		const [text = ''] = newsTexts('one', {kind: 'cancel', runIds: ['run_1']});
		expect([heardNews('one', text), heardNews('two', text), heardNews('two', 'noise')]).toEqual([
			null,
			{kind: 'cancel', runIds: ['run_1']},
			null,
		]);
	});

	it('fit into a notification, however many runs they are about', () => {
		const ids = Array.from({length: 2000}, (_, at) => `run_${String(at).padStart(26, '0')}`);
		const cancels = newsTexts('one', {kind: 'cancel', runIds: ids});
		const batch = {kind: 'batch', batchId: 'bat_1', version: 2, done: false, sweep: false, work: true} as const;
		const ends = newsTexts('one', {...batch, ended: ids});
		expect([...cancels, ...ends].filter(text => Buffer.byteLength(text) > 8000)).toEqual([]);
		expect(cancels.flatMap(text => (heardNews('two', text) as {runIds: string[]}).runIds)).toEqual(ids);
		expect(ends.map(text => heardNews('two', text))).toEqual([{...batch, ended: null}]);
	});
});
