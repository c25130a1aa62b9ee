import type {PlanFileStep} from '../../../contract/plan-file.ts';
import type {Look, LookElement} from '../page/look.ts';
import {areaRoleOf, isLasting, isSayable, nameOf, seen} from './shown.ts';

/** Tried in turn until one holds. */
const mostTried = 6;

/**
 * Assertions that tell a page from others, the best first: its main heading, another heading, its title, a text in its
 * middle. What carries a number or speaks of a time is left out, because it changes from visit to visit.
 */
export function identitiesOf(look: Look): PlanFileStep[] {
	const inMain = (element: LookElement) => areaRoleOf(look, element.index, ['main']) !== null;
	const inFrame = (element: LookElement) =>
		areaRoleOf(look, element.index, ['navigation', 'banner', 'contentinfo', 'complementary']) !== null;
	const usable = seen(look)
		.filter(element => element.frame === null)
		.map(element => ({element, name: nameOf(look, element)}))
		.filter(({name}) => isSayable(name) && isLasting(name));
	const headings = usable
		.filter(({element}) => element.role === 'heading')
		.sort((one, other) => rankOf(one.element) - rankOf(other.element));
	const rankOfText = ({element}: {element: LookElement}) => (inMain(element) ? 0 : inFrame(element) ? 2 : 1);
	const texts = usable
		.filter(({element, name}) => ['text', 'paragraph', 'generic'].includes(element.role) && name.length >= 3)
		.filter(({name}) => name.length <= 60)
		.sort((one, other) => rankOfText(one) - rankOfText(other));
	const title = look.title.replace(/\s+/g, ' ').trim();
	const said = [
		...headings.slice(0, 3).map(({name}) => `The heading "${name}" is visible`),
		...(isSayable(title) && isLasting(title) ? [`The title is "${title}"`] : []),
		...texts.slice(0, 3).map(({name}) => `"${name}" is visible`),
	];
	return said.slice(0, mostTried).map(description => ({type: 'assertion', description}));

	function rankOf(element: LookElement): number {
		return (element.level ?? 3) + (inMain(element) ? 0 : 0.5) + (inFrame(element) ? 3 : 0);
	}
}

const missing =
	/\b(?:404|not found|doesn['’]t exist|does not exist|nicht gefunden|introuvable|no encontrad[ao]|non trovata|niet gevonden)\b/i;

/** What a page says that answers 200 and is none: its heading or title that says so; null: it is one. */
export function saysMissing(look: Look): string | null {
	const headings = seen(look)
		.filter(({role, level}) => role === 'heading' && (level ?? 1) <= 2)
		.map(element => nameOf(look, element));
	return [headings[0] ?? '', look.title].find(text => missing.test(text)) ?? null;
}

/** What a person calls the page. */
export function calledOf(look: Look, path: string): string {
	const heading = seen(look).find(element => element.role === 'heading' && (element.level ?? 1) === 1);
	const names = [heading && nameOf(look, heading), look.title, path].map(name =>
		(name ?? '').replace(/\s+/g, ' ').trim(),
	);
	return (names.find(name => name !== '') ?? path).slice(0, 80);
}
