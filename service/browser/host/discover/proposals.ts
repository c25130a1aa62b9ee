import type {PlanFileStep} from '../../../../contract/plan-file.ts';
import {pageAddress, pathOf} from '../../discover/address.ts';
import {type Draft, type ReadPage, stepOf} from '../../discover/draft.ts';
import {mainRows} from '../../discover/rows.ts';
import {type MenuEntry, menuEntries, navigation, type ProvenEntry} from '../../discover/templates/navigation.ts';
import {pageOpens} from '../../discover/templates/page-opens.ts';
import {linkedPage, pagingButton, pagingLink} from '../../discover/templates/paging.ts';
import {requiredFields} from '../../discover/templates/required-fields.ts';
import {search} from '../../discover/templates/search.ts';
import {signIn, type SignInForm} from '../../discover/templates/sign-in.ts';
import {tableFilter, tableSort} from '../../discover/templates/table.ts';
import type {ProposedPlan} from '../../site-job.ts';
import type {Session} from '../session.ts';
import {firstThatHolds, holds, isProven, isReadable} from './prove.ts';

/** As many as `test create-batch` takes at once. */
const mostProposals = 50;
const mostPerTemplate: Partial<Record<ProposedPlan['template'], number>> = {
	...{
		login: 1,
		wrong_password: 1,
		navigation: 1,
		links: 1,
		required_fields: 10,
		search: 3,
		filter: 5,
		sort: 5,
		paging: 5,
	},
};
const mostLinks = 50;

type FoundEntry = MenuEntry & {step: PlanFileStep; path: string};
/** @property isWhole no request failed on the page itself */
type Known = {page: ReadPage; opening: PlanFileStep[]; requested: string; isWhole: boolean};

/** The plans that the pages of a site suggest; each is read back on the page before it is kept. */
export class Proposals {
	readonly #session: Session;
	readonly #kept: ProposedPlan[] = [];
	readonly #known: Known[] = [];
	#menu: {known: Known; entries: FoundEntry[]} | null = null;
	readonly #turns: Array<{known: Known; name: string; step: PlanFileStep; rows: string[]; path: string}> = [];

	constructor(session: Session) {
		this.#session = session;
	}

	get count(): number {
		return this.#kept.length;
	}

	/** A page that is open now. @param known `requested`: the path that led to it, before any redirect */
	async take(
		page: ReadPage,
		{
			opening,
			form,
			requested,
			isFirst,
			isWhole,
		}: {opening: PlanFileStep[]; form: SignInForm | null; requested: string; isFirst: boolean; isWhole: boolean},
	): Promise<void> {
		const known: Known = {page, opening, requested, isWhole};
		this.#known.push(known);
		const drafts = [
			...pageOpens(page),
			...(form ? signIn(page, form) : [...requiredFields(page), ...search(page)]),
			...tableFilter(page),
			...tableSort(page),
			...pagingButton(page),
		];
		for (const draft of drafts) if (await this.#isWanted(draft)) this.#keep(draft, page.path, opening);
		if (isFirst || (this.#menu?.entries.length ?? 0) === 0) await this.#takeMenu(known);
		await this.#takeTurn(known);
	}

	async signInDrafts(page: ReadPage, form: SignInForm): Promise<Draft[]> {
		const proven: Draft[] = [];
		for (const draft of signIn(page, form)) if (await this.#isWanted(draft)) proven.push(draft);
		return proven;
	}

	/** What the sign-in page suggests, once it has worked. */
	addSignIn({page, opening, drafts}: {page: ReadPage; opening: PlanFileStep[]; drafts: Draft[]}): void {
		for (const draft of drafts) this.#keep(draft, page.path, opening);
	}

	/** What needs more than one page. At most 50, each kind in its turn. */
	finish(): ProposedPlan[] {
		const across = [...this.#menuPlan(), ...this.#turnPlans(), ...this.#linkPlan()];
		const order: Array<ProposedPlan['template']> = ['navigation', 'login', 'wrong_password', 'page_opens', 'search'];
		const rank = ({template}: ProposedPlan) => (order.includes(template) ? order.indexOf(template) : order.length);
		return unlike([...across, ...this.#kept].sort((one, other) => rank(one) - rank(other))).slice(0, mostProposals);
	}

	async #isWanted(draft: Draft): Promise<boolean> {
		const most = mostPerTemplate[draft.template] ?? mostProposals;
		if (this.#kept.filter(({template}) => template === draft.template).length >= most) return false;
		return isProven(this.#session, draft.steps);
	}

	#keep({template, name, reason, sends, steps}: Draft, page: string, opening: readonly PlanFileStep[]): void {
		const plan = [...opening, ...steps.map(stepOf)];
		if (plan.every(isReadable)) this.#kept.push({template, page, reason, name: name.slice(0, 200), sends, steps: plan});
	}

	async #takeMenu(known: Known): Promise<void> {
		const entries: FoundEntry[] = [];
		for (const entry of menuEntries(known.page)) {
			const url = pageAddress(entry.href, known.page.look.url);
			const step = url && (await firstThatHolds(this.#session, entry.steps));
			if (url && step && pathOf(url) !== known.page.path)
				entries.push({...entry, step: stepOf(step), path: pathOf(url)});
		}
		if (entries.length > 0) this.#menu = {known, entries};
	}

	#menuPlan(): ProposedPlan[] {
		if (!this.#menu) return [];
		const {known, entries} = this.#menu;
		const proven = entries.flatMap(({name, step, path}): ProvenEntry[] => {
			const target = this.#known.find(({page, requested}) => requested === path || page.path === path)?.page;
			if (!target || target === known.page) return [];
			const address: PlanFileStep = {
				type: 'assertion',
				description: `The URL contains "${pathOf(withoutQuery(target.path))}"`,
			};
			const arrival = [...(target.identity ? [target.identity] : []), address].filter(isReadable);
			return [{name, step, arrival}];
		});
		return navigation(known.page, known.opening, proven);
	}

	async #takeTurn(known: Known): Promise<void> {
		const turn = pagingLink(known.page);
		const link = turn && known.page.look.elements.find(({name, href}) => href !== null && name === turn.name);
		const url = link?.href && pageAddress(link.href, known.page.look.url);
		if (!turn || !url) return;
		const step: PlanFileStep = {type: 'action', description: `Click the "${turn.name}" link`};
		if (await holds(this.#session, step)) this.#turns.push({...turn, known, step, path: pathOf(url)});
	}

	#turnPlans(): ProposedPlan[] {
		return this.#turns.flatMap(({known, name, rows, path}): ProposedPlan[] => {
			const target = this.#known.find(({page, requested}) => requested === path || page.path === path)?.page;
			const texts = target && [target.called, ...mainRows(target.look).map(({text}) => text)].join(' ');
			const left = texts && rows.find(row => !texts.includes(row));
			if (!left) return [];
			const {page, opening} = known;
			const {steps, ...draft} = linkedPage(page.called, name, left);
			return [{...draft, page: page.path, steps: [...opening, ...steps.map(stepOf)]}];
		});
	}

	/** Every page that opened without a failed request opens again. */
	#linkPlan(): ProposedPlan[] {
		const whole = this.#known.filter(({isWhole}) => isWhole).slice(0, mostLinks);
		if (whole.length < 2) return [];
		const [first] = whole;
		const last = whole.at(-1)!.page;
		const end =
			last.failedRequests === 0 ? {type: 'assertion' as const, description: 'No request failed'} : last.identity;
		if (end === null) return [];
		return [
			{
				template: 'links',
				page: first!.page.path,
				name: `The ${whole.length} linked pages of the site open`,
				reason: 'Each of these pages was reached by a link and opened without a failed request.',
				sends: false,
				steps: [...first!.opening.slice(0, -1), ...whole.map(({opening}) => opening.at(-1)!), end],
			},
		];
	}
}

const withoutQuery = (path: string): URL => {
	const url = new URL(path, 'http://site');
	url.search = '';
	return url;
};

/** Pages that are alike suggest the same thing under one name. */
function unlike(plans: readonly ProposedPlan[]): ProposedPlan[] {
	const names = new Map<string, number>();
	return plans.map(plan => {
		const count = (names.get(plan.name) ?? 0) + 1;
		names.set(plan.name, count);
		return count === 1 ? plan : {...plan, name: `${plan.name} (${plan.page})`.slice(0, 200)};
	});
}
