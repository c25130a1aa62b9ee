import type {Look} from '../page/look.ts';
import {fieldRoles} from '../page/roles.ts';

type Sheet = {cssRules: ArrayLike<unknown>};
type PageElement = {complete?: boolean; scrollTop: number; scrollLeft: number};
type PageWindow = {
	document: {
		querySelector(selector: string): unknown;
		querySelectorAll(selector: string): ArrayLike<PageElement>;
		getAnimations?(): unknown[];
		styleSheets: ArrayLike<Sheet>;
		adoptedStyleSheets?: ArrayLike<Sheet>;
		fonts?: {status: string};
		readyState: string;
		visibilityState: string;
	};
	performance: {getEntriesByType(type: string): unknown[]};
	location: {href: string};
	innerWidth: number;
	innerHeight: number;
	scrollX: number;
	scrollY: number;
};

/**
 * Runs inside the page, so it uses nothing of this file's surroundings: what its looks depend on beside its HTML, as a text
 * to be compared; null where it may look otherwise with the same HTML: it moves, plays, draws, or has other documents.
 */
export function stillness(): string | null {
	const page = globalThis as unknown as PageWindow;
	const {document} = page;
	const moving = 'canvas,video,audio,iframe,frame,object,embed,marquee,animate,animateTransform,animateMotion,set';
	if (document.querySelector(moving) !== null || (document.getAnimations?.().length ?? 1) > 0) return null;
	const sheets = [...Array.from(document.styleSheets), ...Array.from(document.adoptedStyleSheets ?? [])];
	const rules = sheets.map(sheet => {
		try {
			return sheet.cssRules.length;
		} catch {
			// Of another origin.
			return 0;
		}
	});
	const scrolled = Array.from(document.querySelectorAll('*')).map(one => one.scrollTop + one.scrollLeft);
	return JSON.stringify([
		...[page.location.href, page.innerWidth, page.innerHeight, page.scrollX, page.scrollY],
		...[document.readyState, document.visibilityState, document.fonts?.status],
		// Images, styles and fonts that have come since.
		page.performance.getEntriesByType('resource').length,
		Array.from(document.querySelectorAll('img')).filter(({complete}) => complete).length,
		scrolled.reduce((sum, one) => sum + one, 0),
		rules,
	]);
}

/** Whether two looks show every element in the same place, with the same states and the focus where it was. */
export const areAlike = (one: Look, other: Look): boolean => one.focused === other.focused && areBuiltAlike(one, other);

/** As `areAlike`; a click leaves the focus on its control, which is nothing unless it came to a field or left one. */
export const areUntouched = (one: Look, other: Look): boolean =>
	(one.focused === other.focused || !(isInField(one) || isInField(other))) && areBuiltAlike(one, other);

const isInField = ({focused, elements}: Look) => focused !== null && fieldRoles.has(elements[focused]!.role);

function areBuiltAlike(one: Look, other: Look): boolean {
	const facts = ({role, name, text, value, box, states}: Look['elements'][number]) =>
		JSON.stringify([role, name, text, value, box, {...states, active: null}]);
	return (
		one.url === other.url &&
		one.modal === other.modal &&
		one.elements.length === other.elements.length &&
		one.elements.every((element, index) => facts(element) === facts(other.elements[index]!))
	);
}
