import type {Look, LookElement} from '../page/look.ts';
import {cellsOf, collectionsOf} from '../page/rows.ts';
import {treeOf} from '../page/tree.ts';
import {areaRoleOf, isIn, isSayable, seen} from './shown.ts';

/** A row of a list or table: a text that only it has, and all that it says. */
export type Row = {key: string; text: string; element: LookElement};

/**
 * Rows of the page's main list: the longest collection that is no navigation, of those members that have a text of their
 * own. Empty: there is none with at least two.
 */
export function mainRows(look: Look): Row[] {
	const shown = new Set(seen(look).map(({index}) => index));
	const lists = collectionsOf(look)
		.filter(({container}) => ['list', 'table', 'grid', 'feed', 'generic', 'main', 'region'].includes(container.role))
		.filter(
			({container}) =>
				areaRoleOf(look, container.index, ['navigation', 'banner', 'contentinfo', 'menu', 'menubar', 'toolbar']) ===
				null,
		)
		.map(({members}) => members.filter(({index}) => shown.has(index)))
		.filter(members => members.length >= 2)
		.sort((one, other) => other.length - one.length);
	const [members = []] = lists;
	const texts = members.map(({index}) => treeOf(look).textOf(index));
	return members.flatMap((element, place): Row[] => {
		const others = texts.filter((_, other) => other !== place);
		const key = textsIn(look, element).find(text => others.every(other => !isIn(text, other)));
		return key === undefined ? [] : [{key, text: texts[place]!, element}];
	});
}

/** Short texts of a row in the order of reading, those of its cells or headings first. */
function textsIn(look: Look, row: LookElement): string[] {
	const tree = treeOf(look);
	const cells = cellsOf(look, row).map(({index}) => tree.textOf(index));
	const below = look.elements.slice(row.index + 1, tree.end[row.index]);
	const named = below.filter(({role}) => role === 'heading' || role === 'link').map(({name, text}) => name || text);
	const plain = below.filter(({role}) => role === 'text').map(({text}) => text);
	return [...cells, ...named, ...plain]
		.map(text => text.replace(/\s+/g, ' ').trim())
		.filter(text => text.length >= 3 && text.length <= 40 && isSayable(text) && /\p{L}/u.test(text));
}
