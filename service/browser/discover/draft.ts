import type {SiteProposalTemplate} from '../../../contract/site-discovery.ts';
import type {PlanFileStep} from '../../../contract/plan-file.ts';
import type {Look} from '../page/look.ts';

/** A step of a proposal before it is one. `isHere`: what it names has to be on the page as it was read. */
export type DraftStep = PlanFileStep & {isHere: boolean};

export type Draft = {
	template: SiteProposalTemplate;
	name: string;
	reason: string;
	sends: boolean;
	/** Without those that open the page. */
	steps: DraftStep[];
};

/** A page as the templates see it. */
export type ReadPage = {
	/** `/orders`. */
	path: string;
	look: Look;
	/** What tells it from others, and has been seen to hold; null: nothing does. */
	identity: PlanFileStep | null;
	/** For names: its heading, else its title, else its path. */
	called: string;
	/** Of the page, and of signing in where its plans begin so: an assertion about them looks at the whole run. */
	consoleErrors: number;
	failedRequests: number;
	/** Columns that say that they can be sorted. */
	sortable: string[];
	/** Of the project's account; null: none is stored. */
	username: string | null;
};

/** It acts on, or holds on, the page as it was read. */
export const action = (description: string): DraftStep => ({type: 'action', description, isHere: true});
export const assertion = (description: string): DraftStep => ({type: 'assertion', description, isHere: true});
/** It is about what an action before it leads to. */
export const afterwards = (step: DraftStep): DraftStep => ({...step, isHere: false});

export const stepOf = ({type, description}: PlanFileStep): PlanFileStep => ({type, description});
