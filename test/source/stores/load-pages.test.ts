import {describe, expect, it} from 'vitest';
import {loadPages} from '../../../source/stores/load-pages.ts';

const pages = (sizes: number[]) => (cursor: string | undefined) => {
	const index = Number(cursor ?? 0);
	const items = Array.from({length: sizes[index] ?? 0}, (_, row) => `${index}.${row}`);
	return Promise.resolve({items, nextToken: index + 1 < sizes.length ? String(index + 1) : null});
};

describe('a list read to its end', () => {
	it('holds the rows of all pages in their order', async () => {
		const rows = await loadPages(
			pages([2, 0, 1]),
			() => 0,
			() => undefined,
		);
		expect(rows).toEqual(['0.0', '0.1', '2.0']);
	});

	it('shows the first page at once, then a few times a second', async () => {
		let now = 0;
		const shown: number[] = [];
		const read = pages(Array(10).fill(1));
		await loadPages(
			async cursor => {
				now += 100;
				return read(cursor);
			},
			() => now,
			rows => shown.push(rows.length),
		);
		expect(shown).toEqual([1, 4, 7]);
	});

	it('fails with the page that fails', async () => {
		const read = () => Promise.reject(new Error('gone'));
		await expect(
			loadPages(
				read,
				() => 0,
				() => undefined,
			),
		).rejects.toThrow('gone');
	});
});
