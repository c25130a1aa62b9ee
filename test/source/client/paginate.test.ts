import {expect, it} from 'vitest';
import {paginate} from '../../../source/client/paginate.ts';

/** A list of `total` numbers that is read through cursors; remembers what was asked. */
function listOf(total: number) {
	const asked: {pageSize: number; cursor?: string}[] = [];
	return {
		asked,
		async fetchPage(query: {pageSize: number; cursor?: string}) {
			asked.push(query);
			const start = Number(query.cursor ?? 0);
			const end = Math.min(total, start + query.pageSize);
			const items = Array.from({length: end - start}, (_, index) => start + index);
			return {items, nextToken: end < total ? String(end) : null};
		},
	};
}

it('follows cursors to the end without flags, in as few requests as a service allows', async () => {
	const list = listOf(1000);
	const page = await paginate(list.fetchPage, {});
	expect(page.items).toHaveLength(1000);
	expect(page.nextToken).toBeNull();
	expect(list.asked).toHaveLength(10);
	expect(list.asked[1]).toEqual({pageSize: 100, cursor: '100'});
});

it('asks for pages of 25 up to --max-items', async () => {
	const list = listOf(60);
	await paginate(list.fetchPage, {maxItems: 30});
	expect(list.asked).toEqual([{pageSize: 25}, {pageSize: 5, cursor: '25'}]);
});

it('reads exactly one page with --page-size alone', async () => {
	const list = listOf(60);
	expect(await paginate(list.fetchPage, {pageSize: 10})).toMatchObject({nextToken: '10'});
	expect(list.asked).toEqual([{pageSize: 10}]);
});

it('asks only for what remains up to --max-items', async () => {
	const list = listOf(60);
	const page = await paginate(list.fetchPage, {pageSize: 10, maxItems: 24});
	expect(page).toEqual({items: Array.from({length: 24}, (_, index) => index), nextToken: '24'});
	expect(list.asked.map(({pageSize}) => pageSize)).toEqual([10, 10, 4]);
});

it('asks for no more than --max-items when that is below a page', async () => {
	const list = listOf(60);
	await paginate(list.fetchPage, {maxItems: 3});
	expect(list.asked).toEqual([{pageSize: 3}]);
});

it('starts at --starting-token', async () => {
	const list = listOf(60);
	expect(await paginate(list.fetchPage, {startingToken: '55'})).toEqual({items: [55, 56, 57, 58, 59], nextToken: null});
});

it('goes on after a short or empty page that has a token', async () => {
	const pages = [
		{items: [], nextToken: 'a'},
		{items: [1], nextToken: 'b'},
		{items: [2], nextToken: null},
	];
	expect(await paginate<number>(async () => pages.shift()!, {})).toEqual({items: [1, 2], nextToken: null});
});

it('keeps to --max-items when the service sends more', async () => {
	expect((await paginate(async () => ({items: [1, 2, 3], nextToken: null}), {maxItems: 2})).items).toEqual([1, 2]);
});

it('refuses a list that never ends', async () => {
	await expect(paginate(async () => ({items: [1], nextToken: 'again'}), {})).rejects.toMatchObject({code: 'INTERNAL'});
});

it('asks for smaller pages where the items of the list are large', async () => {
	const list = listOf(30);
	await paginate(list.fetchPage, {}, 20);
	expect(list.asked.map(({pageSize}) => pageSize)).toEqual([20, 20]);
});
