import type {PlanFileStep} from '../../../../contract/plan-file.ts';
import type {LookElement} from '../../page/look.ts';
import type {ProposedPlan} from '../../site-job.ts';
import {action, type DraftStep, type ReadPage} from '../draft.ts';
import {areaRoleOf, isSayable, nameOf, seen} from '../shown.ts';

/** Entries of one menu that are tried. */
const mostEntries = 15;

export type MenuEntry = {
	name: string;
	href: string;
	/** Sentences that may mean it alone, the plainest first. */
	steps: DraftStep[];
};

const menus = ['navigation', 'menubar', 'menu', 'tablist', 'banner', 'complementary'];

/** Links of the page's menu: those in its navigation, else in its head or at its side. */
export function menuEntries({look}: ReadPage): MenuEntry[] {
	const links = seen(look).filter(element => element.href !== null && isSayable(nameOf(look, element)));
	const inNavigation = links.filter(link => areaOf(link) === 'navigation');
	const chosen = inNavigation.length > 0 ? inNavigation : links.filter(link => areaOf(link) !== null);
	const names = new Set<string>();
	return chosen
		.filter(link => {
			const name = nameOf(look, link);
			return !names.has(name) && names.add(name);
		})
		.slice(0, mostEntries)
		.map(link => {
			const name = nameOf(look, link);
			const area = areaOf(link) === 'banner' ? 'header' : 'navigation';
			// A badge counts something: what a person calls the entry is what stands before it.
			const plain = name.replace(/(?<!\s)\s*[([]?(?<!\d)\d+[)\]]?$/, '');
			const said = [
				...(plain !== name && isSayable(plain) ? [`Click the "${plain}" link`] : []),
				`Click the "${name}" link`,
				`Click the "${name}" link in the ${area}`,
				`Click the first "${name}" link`,
			];
			return {name: isSayable(plain) ? plain : name, href: link.href!, steps: said.map(action)};
		});

	function areaOf(link: LookElement): string | null {
		return areaRoleOf(look, link.index, menus);
	}
}

export type ProvenEntry = {name: string; step: PlanFileStep; arrival: PlanFileStep[]};

/** One plan that goes to each entry in turn. @param opening steps that open the page with the menu */
export function navigation(
	page: ReadPage,
	opening: readonly PlanFileStep[],
	entries: readonly ProvenEntry[],
): ProposedPlan[] {
	if (entries.length === 0) return [];
	const [first, ...again] = [opening, ...entries.slice(1).map(() => opening.slice(-1))];
	return [
		{
			template: 'navigation',
			page: page.path,
			name: `${page.called}: the menu leads to its pages`,
			reason: `Its menu has ${entries.length === 1 ? 'a link to a page' : `links to ${entries.length} pages`} that opened: ${entries.map(({name}) => name).join(', ')}.`,
			sends: false,
			steps: entries.flatMap(({step, arrival}, place) => [
				...(place === 0 ? first! : again[place - 1]!),
				step,
				...arrival,
			]),
		},
	];
}
