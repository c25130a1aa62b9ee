/**
 * One picture of a page as data: what resolving, fingerprints and heals read. Made by the host of what
 * `ariaSnapshotJSON` answers, joined with the attributes it leaves out. Pure data, no handle of a browser in it.
 */
export type Box = {x: number; y: number; width: number; height: number};

export type ElementStates = {
	checked?: boolean | 'mixed';
	selected?: boolean;
	pressed?: boolean;
	expanded?: boolean;
	disabled?: boolean;
	required?: boolean;
	readonly?: boolean;
	invalid?: boolean;
	active?: boolean;
	/** `aria-current`: where one is. */
	current?: boolean;
};

export type LookElement = {
	/** Place in `Look.elements`, which is the order of reading. */
	index: number;
	parent: number | null;
	/** For `getByRef` as long as this look is the latest; null: text that is not an element of its own. */
	ref: string | null;
	/** ARIA role, `text` for bare text, `iframe`. What can be edited is a `textbox`, a summary a `button`. */
	role: string;
	/** As the browser gives it: what a locator by role has to name. */
	ariaRole: string;
	/** Accessible name without icon characters. */
	name: string;
	/** As the browser gives it: what a locator by role has to name. */
	accessibleName: string;
	/** `Inbox` of a control that is called `Inbox3`: its name without the number in an element of its own behind it. */
	nameBeforeCount?: string;
	/** Of a heading. */
	level: number | null;
	value: string | null;
	/** Own text, blanks folded. */
	text: string;
	states: ElementStates;
	/** In the page's own pixels, also inside frames; null: not rendered. */
	box: Box | null;
	/** The frame it stands in, by the index of its `iframe` element. */
	frame: number | null;
	tag: string | null;
	type: string | null;
	id: string | null;
	nameAttribute: string | null;
	title: string | null;
	placeholder: string | null;
	alt: string | null;
	href: string | null;
	/** Words of `class`; of a control without text also those of the icons in it. */
	classes: string[];
	/** Id, test ids (`#…`) and classes (`.…`) of boxes around nothing but it: the tree leaves them out. */
	wrappedIn?: string[];
	/** The pointer becomes a hand over it, and it is where that begins: a click does something. */
	isClickable: boolean;
	/** Nothing but a box around one that is clicked: the tree joins them. */
	isAround?: true;
	/** Transparent or out of reach of the pointer: in the page, and of no use to a person. */
	isInert: boolean;
	/** Says why a field is refused, as the field itself names it. */
	isError?: true;
	/** Text of a box that stands for a control which cannot be used now. */
	isDimmed?: true;
	/** A button or field of a `<form>`, which is in the look only where it has a name. */
	isInForm?: true;
	/** Below `aria-hidden`. */
	isAriaHidden: boolean;
	/** By attribute, in the order in which the project names them. */
	testIds: Record<string, string>;
	/** Words by which a font of icons draws pictures in it: no part of its name, unless there is no other. */
	glyphs?: string[];
	/** A label of something that is not in view: of nothing but what stands in its own box. */
	isLoose?: true;
	/** What describes a field, beside its name. */
	description?: string;
	/** CSS selectors of the plan that it matches, as the browser says. */
	selected?: string[];
	/** Text at its left or above it (of what is ticked: at its right), within 60 px; only of fields without a name. */
	nearLabel: string | null;
};

export type Look = {
	url: string;
	title: string;
	viewport: {width: number; height: number};
	scroll: {x: number; y: number; height: number};
	elements: LookElement[];
	/** Index of the open modal that is on top. */
	modal: number | null;
	/** Index of the element with the focus. */
	focused: number | null;
	/** Controls that are in the page but not shown, at most 200: for saying why something was not found. */
	hidden: Array<{role: string; name: string}>;
	/** CSS selectors of the plan that the browser cannot read. */
	unreadable?: string[];
};

/** What a point at the element's centre meets; asked only where candidates are equally good. */
export type HitTest = (index: number) => Promise<'itself' | 'covered' | 'outside'>;
