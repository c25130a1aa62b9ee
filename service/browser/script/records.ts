import type {LookElement} from '../page/look.ts';

/** How Playwright asks for the members of what lists them, by the role of that. */
export const recordRoles: Readonly<Record<string, string>> = {
	list: "getByRole('listitem')",
	listbox: "getByRole('option')",
	tree: "getByRole('treeitem')",
	tablist: "getByRole('tab')",
	feed: "getByRole('article')",
	...Object.fromEntries(
		['table', 'grid', 'treegrid'].map(role => [
			role,
			// A row of headings may have a cell as well.
			"getByRole('row').filter({has: page.getByRole('cell').or(page.getByRole('gridcell')), hasNot: page.getByRole('columnheader')})",
		]),
	),
};

/** Classes of frameworks are made anew with each build. */
const isSteady = (name: string) => /^[a-z][a-z-]*(?:_[a-z-]+)*$/i.test(name) && !/^(?:css|sc|jsx)-/.test(name);

/**
 * Ways to name the members of a group that is built of plain boxes, the best first: by the class that they share, and by
 * what they stand in. Whoever uses one asks the page whether it gives them and nothing else.
 */
export function selectorsOf(container: LookElement, members: LookElement[]): string[] {
	const [first] = members;
	const {tag = null} = first ?? {};
	if (first === undefined || tag === null || members.some(one => one.tag !== tag)) return [];
	const shared = first.classes.filter(name => isSteady(name) && members.every(one => one.classes.includes(name)));
	const around = [
		...(container.id !== null && isSteady(container.id) ? [`#${container.id}`] : []),
		...container.classes.filter(isSteady).map(name => `.${name}`),
		...(container.tag === null ? [] : [container.tag]),
	];
	return [
		...shared.map(name => `.${name}`),
		...around.flatMap(place => shared.map(name => `${place} .${name}`)),
		...around.map(place => `${place} > ${tag}`),
	].slice(0, 8);
}
