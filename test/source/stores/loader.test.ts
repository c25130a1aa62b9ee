import {describe, expect, it} from 'vitest';
import {ApiError} from '../../../source/errors/api-error.ts';
import {createLoader} from '../../../source/stores/loader.ts';
import {settle} from '../../helpers/fake-clock.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {WireWorld} from '../../helpers/wire-world.ts';

type Data = {version: number; isOver?: boolean};
const forever = new AbortController().signal;

function setUp(read: (key: string, known: Data | null) => Promise<Data> | Data) {
	const {session, clock} = createTestStores(new WireWorld());
	const asked: (number | null)[] = [];
	const loader = createLoader<Data>(
		{session},
		{
			read: async (key, known) => {
				asked.push(known?.version ?? null);
				return read(key, known);
			},
			isOver: ({isOver = false}) => isOver,
		},
	);
	return {loader, asked, clock};
}

const failure = new ApiError('UNAVAILABLE', 'Connection refused.');

describe('a store of one thing', () => {
	it('keeps the last good data when a reading fails, and says why', async () => {
		let isLost = false;
		const {loader} = setUp(() => {
			if (isLost) throw failure;
			return {version: 1};
		});
		await loader.load('a', forever);
		isLost = true;
		await expect(loader.load('a', forever)).rejects.toBe(failure);
		expect(loader.store.getState()).toEqual({key: 'a', data: {version: 1}, error: failure});
		isLost = false;
		await loader.load('a', forever);
		expect(loader.store.getState().error).toBe(null);
	});

	it('drops the data of another key, and answers that come too late', async () => {
		const answers = new Map<string, (data: Data) => void>();
		const {loader} = setUp(key => new Promise(resolve => answers.set(key, resolve)));
		const first = loader.load('a', forever);
		const second = loader.load('b', forever);
		await settle();
		answers.get('b')?.({version: 2});
		answers.get('a')?.({version: 1});
		await Promise.all([first, second]);
		expect(loader.store.getState()).toEqual({key: 'b', data: {version: 2}, error: null});
	});

	it('follows until there is no more to come, from what it knows', async () => {
		const {loader, asked} = setUp((_key, known) =>
			known === null ? {version: 1} : {version: known.version + 1, isOver: known.version === 2},
		);
		await loader.follow('a', forever);
		expect(asked).toEqual([null, 1, 2]);
		expect(loader.store.getState().data).toEqual({version: 3, isOver: true});
	});

	it('tries again after the service was lost', async () => {
		let tries = 0;
		const {loader, clock} = setUp(() => {
			tries += 1;
			if (tries === 2) throw failure;
			return {version: tries, isOver: tries === 3};
		});
		const following = loader.follow('a', forever);
		await settle();
		expect(loader.store.getState()).toMatchObject({data: {version: 1}, error: failure});
		await clock.advance(1000);
		await following;
		expect(loader.store.getState()).toMatchObject({data: {version: 3}, error: null});
	});

	it('ends with an error that trying again does not help, and when the place is left', async () => {
		const gone = new ApiError('NOT_FOUND', 'There is no such thing.');
		const {loader, asked} = setUp(() => {
			throw gone;
		});
		await loader.follow('a', forever);
		expect(loader.store.getState().error).toBe(gone);
		await loader.follow('a', AbortSignal.abort());
		expect(asked).toHaveLength(1);
	});

	it('takes over what an action changed, while it is shown', async () => {
		const {loader} = setUp(() => ({version: 1}));
		await loader.load('a', forever);
		loader.put('b', () => ({version: 9}));
		expect(loader.store.getState().data).toEqual({version: 1});
		loader.put('a', ({version}) => ({version: version + 1}));
		expect(loader.store.getState().data).toEqual({version: 2});
	});
});
