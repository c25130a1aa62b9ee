import type {Target} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {words} from '../page/words.ts';
import {isCandidate} from './candidates.ts';
import {type Resolved, type ResolveOptions, resolve} from './resolve.ts';

/** Fields for searching and filtering: by what they are called, by the place that they search, or the only one there is. */

type Found = {target: Target; resolved: Resolved};

const nothing: Target = {phrase: '', isQuoted: false, role: null, scopes: [], ordinal: null};

/** The one box for searching: by its role, else by what it is called; folded away, the button that is called so. */
export async function searchBox(look: Look, options: ResolveOptions, hit: HitTest): Promise<Found> {
	const target: Target = {...nothing, phrase: 'search', role: 'field'};
	const boxes = look.elements.filter(element => element.role === 'searchbox' && isCandidate(look, element, 'fill'));
	const alone: ResolveOptions = boxes.length === 1 ? {...options, takes: element => element === boxes[0]} : options;
	const asked: Target = boxes.length === 1 ? {...nothing, role: 'field'} : target;
	const found = {target, resolved: await resolve(asked, 'search', look, alone, hit)};
	return 'none' in found.resolved ? foldedSearch(found, look, options, hit) : found;
}

/** `search the catalogue for x`: the box that is called so, else that of the place, else the one that there is. */
export async function searchIn(
	target: Target,
	byName: () => Promise<Found>,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Found> {
	const named = await namedOrIn(target.phrase, target, byName, look, options, hit);
	if (!('none' in named.resolved) || isSaid(target)) return named;
	// `Search the books for x`: where no box is called so, the one that there is.
	const {target: asked, resolved} = await searchBox(look, options, hit);
	if (!('found' in resolved)) return named;
	const isMakeshift = isForOthers(look.elements[resolved.found]!, target.phrase);
	return {target: asked, resolved: {...resolved, isMakeshift}};
}

/** `Search packages`, where something else than packages is to be searched. */
function isForOthers({name, placeholder}: LookElement, sought: string): boolean {
	const said = words(`${name} ${placeholder ?? ''}`).filter(word => !plainSearch.has(word));
	return said.length > 0 && !words(sought).some(word => said.includes(word));
}
const plainSearch = new Set(
	words('search filter find type to for here everything anything something all the in by text keyword query'),
);

const searching = new Set(['search', 'filter', 'finder']);
const fieldWords = new Set(['box', 'bar', 'field', 'input']);

/** `the palette` of `the palette filter field`; null: it is called otherwise. */
function placeSearched(phrase: string): string | null {
	const said = phrase.split(' ');
	if (fieldWords.has(said.at(-1)!.toLowerCase())) said.pop();
	const isSearch = said.length > 1 && searching.has(said.at(-1)!.toLowerCase());
	return isSearch ? said.slice(0, -1).join(' ') : null;
}

/** `the palette filter`, where nothing is called so: the field that searches in the place of that name. */
export const searchOfPlace = (
	target: Target,
	byName: () => Promise<Found>,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Found> => namedOrIn(placeSearched(target.phrase), target, byName, look, options, hit);

/** Where it stands, or how it is called to the letter. */
const isSaid = ({scopes, isQuoted}: Target): boolean => scopes.length > 0 || isQuoted;

/** What is called so, else the field in that place; null: no place is meant. */
async function namedOrIn(
	place: string | null,
	target: Target,
	byName: () => Promise<Found>,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Found> {
	const named = await byName();
	if (place === null || !('none' in named.resolved) || isSaid(target)) return named;
	const found = await fieldIn(place, look, options, hit);
	return 'none' in found.resolved ? named : found;
}

/** The field in a place that may narrow what that holds. */
async function fieldIn(place: string, look: Look, options: ResolveOptions, hit: HitTest): Promise<Found> {
	const target: Target = {
		...nothing,
		role: 'field',
		scopes: [{kind: 'area', role: 'section', name: place}],
		narrows: place,
	};
	return {target, resolved: await resolve(target, 'fill', look, options, hit)};
}

/** Where no box for searching is in view: the button that is called so, behind which it is folded away. */
async function foldedSearch(found: Found, look: Look, options: ResolveOptions, hit: HitTest): Promise<Found> {
	const target: Target = {...nothing, phrase: 'search', role: 'button'};
	const opener = await resolve(target, 'click', look, options, hit);
	const isSearch =
		'found' in opener &&
		words(look.elements[opener.found]!.name).every(word => words('search find open show toggle').includes(word));
	return isSearch ? {target, resolved: opener} : found;
}
