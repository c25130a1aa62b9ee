import {createStore, type StoreApi} from 'zustand/vanilla';
import type {StoreContext} from './store-context.ts';
import type {PickField} from '../view-model/pick-field.ts';
import {type TextField, textField} from '../view-model/text-field.ts';

export type Choice = {id: string; label: string; isDangerous?: boolean};

export type FormField =
	| {
			kind: 'text';
			name: string;
			label: string;
			field: TextField;
			note?: string;
			/** What is typed is never shown. */
			isSecret?: boolean;
	  }
	| {kind: 'choice'; name: string; label: string; options: readonly string[]; selected: number}
	/** Its value is the ids of what was picked, between blanks. */
	| ({kind: 'pick'; name: string; label: string; note?: string} & PickField);

/** What lies over the screen and takes the keys. */
export type Overlay =
	| {kind: 'help'; scroll: number}
	| {kind: 'palette'; field: TextField; cursor: number}
	/** Up to ten choices. */
	| {
			kind: 'menu';
			title: string;
			lines: readonly string[];
			choices: readonly Choice[];
			cursor: number;
			onChoose(id: string): void;
	  }
	/** Something that cannot be undone: the word must be typed. */
	| {kind: 'confirm'; title: string; lines: readonly string[]; word: string; field: TextField; onConfirm(): void}
	| {
			kind: 'form';
			title: string;
			fields: readonly FormField[];
			focus: number;
			error: string | null;
			isBusy: boolean;
			onSubmit(values: Record<string, string>): void;
	  };

type Toast = {text: string; tone: 'info' | 'success' | 'error'};

export type UiState = {
	columns: number;
	rows: number;
	overlay: Overlay | null;
	/** The filter that is being typed; its text is applied at every letter. */
	typing: TextField | null;
	toast: Toast | null;
	/** Strokes of a chord that is not complete. */
	pendingKeys: string;
	/** Time that clocks and spinners show, epoch ms; it stands while the service is away, as nothing is known then. */
	now: number;
	/** The whole minute of `now`: ages in lists, panes and heads are told from it, so that they agree and move together. */
	minute: number;
	/** Time that goes on whatever happens, epoch ms: until the next try. */
	wallTime: number;
};

export type Ui = {
	store: StoreApi<UiState>;
	resize(columns: number, rows: number): void;
	open(overlay: Overlay): void;
	/** Changes the open overlay; nothing when another kind is open. */
	change<Kind extends Overlay['kind']>(kind: Kind, change: Partial<Extract<Overlay, {kind: Kind}>>): void;
	close(): void;
	toast(text: string, tone?: Toast['tone']): void;
	/** A message stays on its screen. */
	clearToast(): void;
	startTyping(text: string): void;
	setTyping(typing: TextField | null): void;
	setPending(pendingKeys: string): void;
	/** @param standsAt the time that is shown stands there, epoch ms; null: it goes on */
	tick(standsAt: number | null): void;
};

/** How long a message stays, in ms. */
const toastMs = 4000;

const minuteMs = 60_000;
const wholeMinute = (now: number) => now - (now % minuteMs);

export function createUi(context: StoreContext, size: {columns: number; rows: number}): Ui {
	const store = createStore<UiState>()(() => ({
		...size,
		overlay: null,
		typing: null,
		toast: null,
		pendingKeys: '',
		now: context.now(),
		minute: wholeMinute(context.now()),
		wallTime: context.now(),
	}));
	return {
		store,
		resize: (columns, rows) => store.setState({columns, rows}),
		open: overlay => store.setState({overlay, typing: null, pendingKeys: ''}),
		change: (kind, change) =>
			store.setState(({overlay}) => (overlay?.kind === kind ? {overlay: {...overlay, ...change}} : {})),
		close: () => store.setState({overlay: null}),
		toast(text, tone = 'info') {
			const toast = {text, tone};
			store.setState({toast});
			context
				.wait(toastMs, context.ended)
				.then(() => store.setState(state => (state.toast === toast ? {toast: null} : {})))
				// The dashboard ended first.
				.catch(() => undefined);
		},
		clearToast: () => store.setState({toast: null}),
		startTyping: text => store.setState({typing: textField(text)}),
		setTyping: typing => store.setState({typing}),
		setPending: pendingKeys => store.setState({pendingKeys}),
		tick(standsAt) {
			const wallTime = context.now();
			const now = standsAt ?? wallTime;
			store.setState({wallTime, now, minute: wholeMinute(now)});
		},
	};
}
