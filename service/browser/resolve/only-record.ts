import type {Look} from '../page/look.ts';
import {cellsOf, collectionsOf} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {treeOf} from '../page/tree.ts';
import {plainWords, words} from '../page/words.ts';
import type {ScopeFilter} from './scope.ts';

/**
 * `the response code` of a table below `Server response` that has one row: its cell below `Code`. What is titled with the very
 * words comes first (`Responses` are those that may come). Null: none, or they differ.
 */
export function cellOfOnlyRecord(
	phrase: string,
	look: Look,
	scopes: ScopeFilter,
): {text: string; index: number; how: 'cell'} | null {
	const kind = phrase.trim().split(/\s+/);
	const column = words(kind.pop() ?? '').join(' ');
	if (kind.length === 0 || column === '') return null;
	const tree = treeOf(look);
	const found = collectionsOf(look).flatMap(({container, members}) => {
		const [row, ...others] = members;
		if (!['table', 'grid', 'treegrid'].includes(container.role) || row === undefined || others.length > 0) return [];
		const title = `${container.name} ${sectionsAround(look, container.index)[0]?.title ?? ''}`;
		if (!words(kind.join(' ')).every(word => words(title).includes(word))) return [];
		const isLiteral = plainWords(kind.join(' ')).every(word => plainWords(title).includes(word));
		return cellsOf(look, row)
			.filter(cell => scopes.isInside(cell.index) && words(cell.column ?? '').join(' ') === column)
			.map(({index}) => ({index, text: tree.textOf(index).trim(), isLiteral}));
	});
	const literal = found.filter(({isLiteral}) => isLiteral);
	const meant = literal.length > 0 ? literal : found;
	const [first] = meant;
	return first && new Set(meant.map(({text}) => text)).size === 1
		? {text: first.text, index: first.index, how: 'cell'}
		: null;
}
