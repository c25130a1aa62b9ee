import type {Locator, LocatorScope} from '../../../contract/locator.ts';
import type {RoleWord, Target} from '../../../source/plan-language/reading.ts';
import type {NamedPlaces} from '../heal/fingerprint.ts';
import type {Look, LookElement} from '../page/look.ts';
import {checkableRoles, fillableRoles} from '../page/roles.ts';
import {rowsAround} from '../page/rows.ts';
import {dialogOf, type Section, sectionsAround} from '../page/sections.ts';
import {treeOf} from '../page/tree.ts';
import {fold, hasWords} from '../page/words.ts';
import {rowKeyOf} from '../resolve/describe.ts';
import type {ResolveOptions} from '../resolve/resolve.ts';
import {roleFit} from '../resolve/role-words.ts';
import {locate} from './locate.ts';

export type LocatorCandidate = {locator: Locator; positional: boolean};

/**
 * Ways to name exactly this element, the best first: test id, role and name within the scope of the step,
 * role and name, label, placeholder, text, attributes. Each gives this element and no other in the look; the host tries
 * them on the page too. Rows are named by the step's words, never by their whole text. The last ones count places.
 */
export function locatorCandidates(
	look: Look,
	index: number,
	target: Target | null,
	options: ResolveOptions,
): LocatorCandidate[] {
	const element = look.elements[index]!;
	const frames = framesOf(look, element);
	const scopes = scopesOf(look, index, target, options);
	const names = namesOf(look, element, target, options);
	const stepScopes = scopes
		.filter(({isOfStep}) => isOfStep)
		.map(({scope}) => scope)
		.sort((one, other) => depthOf(one) - depthOf(other));
	const other = scopes.filter(({isOfStep}) => !isOfStep).map(({scope}) => scope);
	const tried: Locator[] = [
		...names.filter(({by}) => by === 'testid').map(name => ({...name, within: frames})),
		...(stepScopes.length > 0 ? names.map(name => ({...name, within: [...frames, ...stepScopes]})) : []),
		...stepScopes.flatMap(scope => names.map(name => ({...name, within: [...frames, scope]}))),
		...names.map(name => ({...name, within: frames})),
		...other.flatMap(scope => names.map(name => ({...name, within: [...frames, scope]}))),
	];
	const isExactly = (locator: Locator) => {
		const found = locate(look, locator, options.expand);
		return found?.length === 1 && found[0] === index;
	};
	const single = tried.filter(isExactly).map(locator => ({locator, positional: false}));
	return unique([
		...single,
		...positional(
			look,
			index,
			[...tried.filter(({within}) => within.length > frames.length), ...tried],
			frames,
			options,
		),
	]);
}

/** The best name that the look gives the element; null: none. */
export const buildLocator = (
	look: Look,
	index: number,
	target: Target | null,
	options: ResolveOptions,
): LocatorCandidate | null => locatorCandidates(look, index, target, options)[0] ?? null;

/** Row and section that a step named, for the fingerprint. */
export function namedPlacesOf(target: Target | null, expand: (text: string) => string): NamedPlaces {
	const row = target?.scopes.find(scope => scope.kind === 'row');
	const area = target?.scopes.find(scope => scope.kind === 'area');
	const text =
		row?.kind === 'row'
			? (row.conditions.find(one => one.column === null)?.text ?? row.conditions[0]?.text)
			: undefined;
	const name = area?.kind === 'area' && area.role !== 'dialog' ? area.name : null;
	return {row: text === undefined ? null : expand(text), section: name === null ? null : expand(name)};
}

function unique(candidates: LocatorCandidate[]): LocatorCandidate[] {
	const seen = new Set<string>();
	return candidates.filter(({locator}) => {
		const key = JSON.stringify(locator);
		return seen.has(key) ? false : Boolean(seen.add(key));
	});
}

/** Places are counted within a scope where there is one: that stays right longer. */
function positional(
	look: Look,
	index: number,
	tried: Locator[],
	frames: LocatorScope[],
	options: ResolveOptions,
): LocatorCandidate[] {
	for (const locator of tried) {
		const found = locate(look, locator, options.expand);
		const nth = found?.indexOf(index) ?? -1;
		if (found === null || nth === -1 || found.length < 2 || found.length > 60) continue;
		return [{locator: {...locator, nth}, positional: locator.within.length <= frames.length}];
	}
	return [];
}

/** The frames that an element stands in, the outermost first. */
export function framesOf(look: Look, element: LookElement): Array<{frame: string}> {
	const scopes: Array<{frame: string}> = [];
	for (let {frame} = element; frame !== null; frame = look.elements[frame]!.frame) {
		const {title, nameAttribute, id} = look.elements[frame]!;
		const selector = title
			? `[title=${JSON.stringify(title)}]`
			: nameAttribute
				? `[name=${JSON.stringify(nameAttribute)}]`
				: id
					? `#${id}`
					: '';
		scopes.unshift({frame: `iframe${selector}`});
	}
	return scopes;
}

type Name = Pick<Locator, 'by' | 'value' | 'role' | 'attribute' | 'exact'>;

/** What the element can be called, the most readable first. */
function namesOf(look: Look, element: LookElement, target: Target | null, options: ResolveOptions): Name[] {
	const names: Name[] = [];
	const defaults = ['data-testid', 'data-test', 'data-qa', 'data-cy'];
	for (const attribute of new Set([...options.testIdAttributes, ...defaults])) {
		const value = element.testIds[attribute];
		if (value) names.push({by: 'testid', value, attribute, exact: true});
	}
	const {accessibleName, ariaRole, name} = element;
	const hasRole = ariaRole !== 'generic' && ariaRole !== 'text' && ariaRole !== 'iframe';
	const isTyped = accessibleName === name;
	// A count in a name (`Cart 2`) is another one next time.
	const bare = name.replace(/[\s(]{0,20}\b\d+\b[\s)]*/g, ' ').trim();
	const isCounted =
		hasWords(bare) && bare !== name && target !== null && !/\d/.test(options.expand(target.phrase)) && bare.length >= 3;
	if (hasRole && hasWords(name)) {
		if (isCounted && accessibleName.toLowerCase().includes(bare.toLowerCase()))
			names.push({by: 'role', role: ariaRole, value: bare, exact: false});
		names.push({by: 'role', role: ariaRole, value: isTyped ? accessibleName : name, exact: isTyped});
	} else if (hasRole && accessibleName.trim() !== '' && isTyped)
		names.push({by: 'role', role: ariaRole, value: accessibleName, exact: true});
	const isField = fillableRoles.has(ariaRole) || checkableRoles.has(ariaRole);
	if (isField && hasWords(name)) names.push({by: 'label', value: accessibleName, exact: true});
	if (element.placeholder && hasWords(element.placeholder))
		names.push({by: 'placeholder', value: element.placeholder, exact: true});
	if (element.title && hasWords(element.title)) names.push({by: 'title', value: element.title, exact: true});
	const text = treeOf(look).textOf(element.index);
	if (!isField && hasWords(text) && text.length <= 80) names.push({by: 'text', value: text, exact: true});
	if (element.id && isSteady(element.id)) names.push({by: 'css', value: `#${element.id}`, exact: true});
	if (element.nameAttribute && element.tag)
		names.push({by: 'css', value: `${element.tag}[name=${JSON.stringify(element.nameAttribute)}]`, exact: true});
	if (hasRole && !hasWords(name)) names.push({by: 'role', role: ariaRole, value: '', exact: true});
	return names;
}

/** Ids of frameworks are numbered anew each time. */
const isSteady = (id: string) =>
	/^[A-Za-z][\w-]*$/.test(id) && !/\d{3,}|[0-9a-f]{8,}|^(radix|mui|headlessui|ember|react|ng|v)-?[\w:]*\d/i.test(id);

/** Rows stand in sections, and both in dialogs. */
const depthOf = (scope: LocatorScope) => ['frame', 'dialog', 'section', 'list', 'row'].findIndex(kind => kind in scope);

type ScopeOfElement = {scope: LocatorScope; isOfStep: boolean};

/** Row, section and dialog around it: as the step named them, else as the page does. */
function scopesOf(look: Look, index: number, target: Target | null, options: ResolveOptions): ScopeOfElement[] {
	const scopes: ScopeOfElement[] = [];
	const tree = treeOf(look);
	const rows = rowsAround(look, index);
	const dialog = dialogOf(look, index);
	const rowRole = (text: string) => rows.find(row => ` ${fold(tree.textOf(row.index))} `.includes(` ${fold(text)} `));
	const addRow = (template: string, isOfStep: boolean) => {
		const row = rowRole(options.expand(template));
		if (!row) return;
		const role = ['row', 'listitem', 'article', 'treeitem'].includes(row.ariaRole) ? row.ariaRole : 'generic';
		scopes.push({scope: role === 'row' ? {row: template} : {row: template, role}, isOfStep});
	};
	for (const scope of target?.scopes ?? []) {
		if (scope.kind === 'row') for (const {text} of scope.conditions) addRow(text, true);
		if (scope.kind === 'area' && scope.role === 'dialog' && scope.name === null) {
			if (dialog)
				scopes.push(
					...dialogScope(look, dialog)
						.slice(0, 1)
						.map(one => ({...one, isOfStep: true})),
				);
		} else if (scope.kind === 'area') {
			scopes.push(...areaScope(look, index, scope.name === null ? null : options.expand(scope.name), scope.role));
		}
		if (scope.kind === 'near') for (const anchor of scope.anchors) addRow(anchor.phrase, false);
	}
	if (dialog) scopes.push(...dialogScope(look, dialog));
	// `delete the task Call the bank`: the object of the step is a text of the row.
	const phrase = ` ${fold(options.expand(target?.phrase ?? ''))} `;
	const said = rows
		.flatMap(row => leafTexts(look, row.index))
		.find(
			text =>
				hasWords(text) &&
				text.length >= 2 &&
				phrase.includes(` ${fold(text)} `) &&
				fold(text) !== fold(look.elements[index]!.name),
		);
	if (said !== undefined) addRow(said, false);
	const key = rowKeyOf(look, index);
	if (key !== null) addRow(key, false);
	scopes.push(...areaScope(look, index, null, null).map(one => ({...one, isOfStep: false})));
	return scopes;
}

const leafTexts = (look: Look, index: number): string[] => {
	const tree = treeOf(look);
	return look.elements
		.slice(index, tree.end[index])
		.filter(element => tree.children[element.index]!.length === 0 || element.text !== '')
		.map(element => tree.textOf(element.index));
};

function dialogScope(look: Look, dialog: LookElement): ScopeOfElement[] {
	const role = dialog.ariaRole === 'dialog' ? {} : {role: dialog.ariaRole};
	if (hasWords(dialog.accessibleName)) return [{scope: {dialog: dialog.accessibleName, ...role}, isOfStep: false}];
	const tree = treeOf(look);
	const heading = look.elements
		.slice(dialog.index, tree.end[dialog.index])
		.find(element => element.ariaRole === 'heading' && hasWords(element.name));
	const plain: ScopeOfElement = {scope: {dialog: '', ...role}, isOfStep: false};
	return heading ? [{scope: {dialog: heading.accessibleName, titled: true, ...role}, isOfStep: false}, plain] : [plain];
}

/**
 * The area that the step named, by its heading, its own name or its role; with neither what the element stands under.
 * The smallest one says enough.
 */
function areaScope(look: Look, index: number, name: string | null, role: RoleWord | null): ScopeOfElement[] {
	const isMeant = ({title, element}: Section) => {
		if (name === null) return role === null || roleFit(role, element) === 'first';
		return fold(title).includes(fold(name)) || fold(name).includes(fold(title));
	};
	return sectionsAround(look, index)
		.filter(isMeant)
		.slice(0, 1)
		.flatMap(({element, title}): ScopeOfElement[] => {
			if (element.ariaRole === 'heading') return [{scope: {section: element.accessibleName}, isOfStep: true}];
			if (['dialog', 'alertdialog'].includes(element.ariaRole))
				return dialogScope(look, element)
					.slice(0, 1)
					.map(one => ({...one, isOfStep: true}));
			if (!hasWords(element.accessibleName) || title !== element.name) return [];
			if (element.ariaRole === 'list') return [{scope: {list: element.accessibleName}, isOfStep: true}];
			return [{scope: {section: element.accessibleName, role: element.ariaRole}, isOfStep: true}];
		});
}
