import type {Attention} from '../components/screen-strip.tsx';
import type {Dashboard, ScreenCore} from '../source/stores/dashboard.ts';
import type {Place} from '../source/stores/screen.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {Page, Reader} from './reader.ts';
import type {DashboardBinding} from './bind.ts';
import type {ScreenView} from './screen-view.ts';

/**
 * One screen. Its `index.ts` is read before the first request goes out: it imports nothing of React or Ink, and no
 * actions; those are behind `loadView`.
 */
export type ScreenDefinition<Here extends Place = Place> = ScreenCore<Here> & {
	/** Its name in help and breadcrumb. */
	title: string;
	/** Its name in the strip of a narrow terminal; absent = the title. */
	short?: string;
	/** What the palette calls going there; absent = the title in lower case. */
	label?: string;
	/** Keys that open it from everywhere: a digit, or a chord with `g`. */
	keys: readonly string[];
	/** False: it has something to say even where the service does not accept the key. */
	needsKey?: boolean;
	/** Keys of its own; their layer is the name of the screen. */
	bindings: readonly DashboardBinding[];
	/** Its end of the breadcrumb; absent = the title. Foreign text is cleaned by the header. */
	crumb?(dashboard: Dashboard, here: Here): string;
	/** How much of what it shows needs a look, for the strip of screens; from what is known without asking. */
	attention?(dashboard: Dashboard): readonly Attention[];
	/** Right end of the header: how much there is. */
	headerEnd?(dashboard: Dashboard, here: Here): readonly Span[];
	/** Opens it from wherever one is; absent = by its scope. Says why when there is nothing to open. */
	goTo?(dashboard: Dashboard): Promise<void>;
	/** Whether `goTo` has something to go to; absent = by its scope. */
	canGoTo?(dashboard: Dashboard): boolean;
	/** Why there is nothing to go to, and what to do instead. */
	whyNot?(dashboard: Dashboard): string | null;
	loadView(): Promise<ScreenView>;
	/** What is read out in accessible mode. */
	loadPage(): Promise<(reader: Reader) => Page>;
};

/** A definition whose places have ids of their own; the dashboard hands each screen its own places only. */
export const defineScreen = <Here extends Place>(definition: ScreenDefinition<Here>): ScreenDefinition => definition;

/**
 * How much there is, for the right end of the header; nothing where there is nothing.
 * @param noun in the singular; its plural ends in `s`
 */
export function headerCount(
	count: number,
	noun: string,
	{isComplete = true, marked = 0}: {isComplete?: boolean; marked?: number} = {},
): Span[] {
	if (count === 0) return [];
	return [
		...(marked > 0 ? [{text: `${marked} selected   `, role: 'key' as const}] : []),
		{text: `${count} ${noun}${count === 1 ? '' : 's'}${isComplete ? '' : ' so far'}`, role: 'muted'},
	];
}
