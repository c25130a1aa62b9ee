import {useGlyphs} from '../../hooks/use-terminal.ts';
import {counted} from '../../source/view-model/counted.ts';
import {Box} from 'ink';
import type {Discovery} from '../../contract/discovery.ts';
import type {Generation} from '../../contract/generation.ts';
import {isGenerationOver} from '../../contract/generation.ts';
import {isDiscoveryOver} from '../../contract/discovery.ts';
import type {Plan} from '../../contract/plan.ts';
import type {PlanSum} from '../../source/view-model/plan-sum.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {cutSpans, type Span, spansWidth, spreadSpans} from '../../source/terminal/spans.ts';
import {Line} from '../line.tsx';
import {barSpans} from '../progress-bar.ts';
import {tabSpans} from '../tab-spans.ts';

type Tab = 'plan' | 'findings' | 'changes';
type Props = {
	tab: Tab;
	/** Findings that nobody has decided about yet. */
	openFindings: number;
	/** Change sets that wait for a decision. */
	readyChanges?: number;
	/** Right end of the first line. */
	end?: readonly Span[];
	lines?: readonly (readonly Span[])[];
	width: number;
	height: number;
};

/** The tabs of the plan, with what waits in them. */
const tabsOfPlan = (shown: Tab, openFindings: number, readyChanges: number): Span[] => {
	const titles: Record<Tab, string> = {
		plan: 'Plan',
		findings: openFindings === 0 ? 'Findings' : `Findings ${openFindings}`,
		changes: readyChanges === 0 ? 'Changes' : `Changes ${readyChanges}`,
	};
	return tabSpans(['plan', 'findings', 'changes'], shown, tab => titles[tab]);
};

/** The lines above the plan or its findings: tabs, then how things stand. */
export function PlanHead({tab, openFindings, readyChanges = 0, end = [], lines = [], width, height}: Props) {
	const {ellipsis} = useGlyphs();
	const first = spreadSpans([{text: ' '}, ...tabsOfPlan(tab, openFindings, readyChanges)], end, width, ellipsis);
	const others = lines.slice(0, Math.max(0, height - 1));
	return (
		<Box flexDirection="column" width={width} height={height}>
			{[first, ...others].map((spans, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
				<Line key={index} spans={spans.length === 0 ? [{text: ' '}] : cutSpans(spans, width, ellipsis)} />
			))}
		</Box>
	);
}

type PlanStanding = {
	plan: Plan | null;
	sum: PlanSum;
	generation: Generation | null;
	discovery: Discovery | null;
	/** A plan can be made. */
	hasEndpoints: boolean;
	/** Spendable credits; null on a service that runs unmetered. */
	credits: number | null;
};

const planWords: Record<string, string> = {
	none: 'no plan yet',
	generating: 'the plan is being made',
	draft: 'draft',
	locked: 'locked: tests were made of it',
	failed: 'the plan could not be made',
};

/** State and version of the plan. */
export const planEnd = (plan: Plan | null): Span[] =>
	plan === null
		? []
		: [
				{
					text: `${planWords[plan.status] ?? cleanLine(plan.status)}${plan.version > 0 ? `, version ${plan.version}` : ''} `,
					role: 'muted',
				},
			];

/** What is ticked and what it would cost, or what is under way; then what is missing. */
export function standingLines(standing: PlanStanding, width: number, glyphs: Glyphs): (readonly Span[])[] {
	const {plan, generation, discovery} = standing;
	const isGenerating = generation !== null && !isGenerationOver(generation.status);
	const isDiscovering = discovery !== null && !isDiscoveryOver(discovery.status);
	const first = isGenerating
		? progressSpans(generation, width, glyphs)
		: isDiscovering
			? discoverySpans(discovery, glyphs)
			: estimateSpans(standing);
	const note = isGenerating ? 'c stops; what is ready stays' : noteOf(plan, discovery, generation);
	return [
		first,
		note === null ? [] : [{text: ` ${cleanLine(note)}`, role: plan?.status === 'failed' ? 'failed' : 'blocked'}],
	];
}

function estimateSpans({plan, sum, credits, generation, hasEndpoints}: PlanStanding): Span[] {
	if (plan === null) return [];
	if (plan.status === 'locked' && generation?.planId === plan.planId) return madeSpans(generation, credits !== null);
	// Where nothing is known of the API, the list says how to find it.
	if (plan.status === 'none' && !hasEndpoints) return [];
	if (plan.status === 'none')
		return [{text: ' m makes a plan: tests for every endpoint, free, and no call is made', role: 'muted'}];
	if (plan.status === 'generating') {
		const {resourcesReady = 0, resourcesTotal = 0} = plan.generation.progress ?? {};
		return [{text: ` ${plan.generation.status} ${resourcesReady}/${resourcesTotal}`, role: 'running'}];
	}
	const {selected, rows, chains} = sum;
	const chainWords = chains > 0 ? `, ${chains} of them chains` : '';
	const cost =
		credits === null ? '' : `   making them costs ${selected} of ${credits} credit${selected === 1 ? '' : 's'}`;
	return [
		{text: ` ${selected} of ${rows} tests ticked`, role: 'title'},
		{text: `${chainWords}${cost}`, role: 'muted'},
	];
}

/** What became of the rows once tests were made of them. */
function madeSpans({ready, total, credits}: Generation, isMetered: boolean): Span[] {
	const taken = `   ${counted(credits.charged, 'credit')} taken`;
	return [
		{text: ` ${ready} of ${counted(total, 'test')} made`, role: 'title'},
		...(isMetered ? [{text: taken, role: 'muted' as const}] : []),
	];
}

function progressSpans({status, ready, rejected, total, items}: Generation, width: number, glyphs: Glyphs): Span[] {
	const cancelled = items.filter(item => item.status === 'cancelled').length;
	const tally: Span[] = [
		{text: ` ${cleanLine(status)} `, role: 'running'},
		{text: `${ready + rejected}/${total} `},
		...(rejected > 0 ? [{text: `${glyphs.status.failed} ${rejected} rejected `, role: 'failed' as const}] : []),
	];
	const room = Math.max(6, width - spansWidth(tally) - 2);
	return [
		...tally,
		...barSpans(
			[
				{count: ready, role: 'passed'},
				{count: rejected, role: 'failed'},
				{count: cancelled, role: 'cancelled'},
			],
			total,
			room,
			glyphs,
		),
	];
}

function discoverySpans({status, progress}: Discovery, glyphs: Glyphs): Span[] {
	const {endpointsFound, endpointsProbed, endpointsTotal} = progress;
	const probed = status === 'probing' ? `, ${endpointsProbed} of ${endpointsTotal} probed` : '';
	return [
		{text: ` ${glyphs.status.running} discovery: ${cleanLine(status)}`, role: 'running'},
		{text: `  ${counted(endpointsFound, 'endpoint')}${probed}`, role: 'muted'},
	];
}

/** What somebody should know or do, the most urgent thing first. */
function noteOf(plan: Plan | null, discovery: Discovery | null, over: Generation | null): string | null {
	if (plan?.status === 'failed') return plan.generation.errorMessage ?? 'Press m to try again.';
	if (discovery?.status === 'failed') return `Discovery failed: ${discovery.errorMessage ?? 'without a reason'}`;
	const [first, ...others] = plan?.environment ?? [];
	if (first !== undefined) {
		const more = others.length === 0 ? '' : ` and ${others.length} more`;
		return `Give a value for {${first.parameter}} (VAR_${first.key}, ${counted(first.endpoints, 'endpoint')})${more}`;
	}
	if (over !== null && over.rejected > 0)
		return `${over.rejected} of ${counted(over.total, 'test')} ${over.rejected === 1 ? 'was' : 'were'} rejected: o shows which, ${over.rejected === 1 ? 'its pane says' : 'their panes say'} why`;
	const [warning] = discovery?.warnings ?? [];
	if (warning !== undefined) return `Discovery: ${warning}`;
	if (plan?.status === 'locked')
		return 'm starts a new plan, which keeps what you have edited; 2 shows the tests, a runs them';
	return null;
}
