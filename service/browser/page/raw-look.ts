/**
 * What the host asks a page for, before it is a look: the tree of `ariaSnapshotJSON` in its mode for
 * machines with boxes, and the attributes which that leaves out.
 */

/** A node of the tree; a text fragment is a string. Boxes are relative to the node's own frame. */
export type AriaNode = {
	role: string;
	name?: string;
	text?: string;
	level?: number;
	ref?: string;
	cursor?: string;
	url?: string;
	placeholder?: string;
	ariaHidden?: boolean;
	active?: boolean;
	checked?: boolean | 'mixed';
	disabled?: boolean;
	expanded?: boolean;
	invalid?: boolean | string;
	pressed?: boolean | 'mixed';
	selected?: boolean;
	box?: {x: number; y: number; width: number; height: number};
	children?: Array<AriaNode | string>;
};

/** Attributes of one element. Absent: not there, false or empty. */
export type AttributeRow = {
	/** x, y, width, height in whole pixels of the frame, as the tree rounds them. */
	box: [number, number, number, number];
	/** How many elements it stands in. */
	depth: number;
	tag: string;
	role?: string;
	type?: string;
	id?: string;
	name?: string;
	title?: string;
	placeholder?: string;
	alt?: string;
	href?: string;
	classes?: string[];
	testIds?: Record<string, string>;
	/** CSS selectors of the plan that the element matches. */
	selected?: string[];
	/** A button or field in a `<form>`; without a name the form itself is in no tree. */
	isInForm?: true;
	isRequired?: true;
	isReadonly?: true;
	isInvalid?: true;
	/** Words by which a font of icons draws pictures in it, at most six: they are part of its name in the tree. */
	glyphs?: string[];
	/** What `aria-describedby` of a field says, at most 200 characters. */
	described?: string;
	/** `aria-valuetext`, else `aria-valuenow`, of a slider or number that the page draws itself. */
	valueNow?: string;
	isCurrent?: true;
	isPressed?: boolean;
	/** `aria-expanded`, or whether the `details` of a summary is open. */
	isExpanded?: boolean;
	isEditable?: true;
	/** Of a label in view whose box or radio button is not: it takes the clicks, and is what a person sees of it. */
	standsFor?: {role: 'checkbox' | 'radio'; isChecked: boolean; isDisabled: boolean; name: string};
	isInert?: true;
	/** A box around nothing but one that the pointer becomes a hand over. */
	isAround?: true;
	/** `aria-modal`, a shown modal `<dialog>`, or a dialog whose backdrop covers the page. */
	isModal?: true;
	/** A dialog that is made of a box before a darkened page, and has no role. */
	isBoxDialog?: true;
	/** A field's `aria-errormessage`, or what describes a field that is refused. */
	isError?: true;
	/** From the corner of an `iframe` element to the corner of its content. */
	inset?: [number, number];
};

/** Of one frame, in the order of the document. */
export type AttributeTable = {
	rows: AttributeRow[];
	hidden: Array<{role: string; name: string}>;
	/** Words before and after a line break without a blank: the tree joins them into one. */
	breaks?: Array<[string, string]>;
	/** Names by which fonts of icons draw pictures in the place of a text, such as `arrow_drop_down`. */
	icons?: string[];
	/** Texts in view that fields name as what is wrong with them. */
	errors?: string[];
	/** Texts of boxes that stand for controls which cannot be used now. */
	dimmed?: string[];
	/** Texts of labels of what takes none, such as a hidden input: what is seen of that stands beside them. */
	loose?: string[];
	/** CSS selectors of the plan that the browser cannot read. */
	unreadable?: string[];
};

export type RawLook = {
	url: string;
	title: string;
	viewport: {width: number; height: number};
	scroll: {x: number; y: number; height: number};
	tree: Array<AriaNode | string>;
	/** Of the page's main frame. */
	attributes: AttributeTable;
	/** Of the other frames, by the reference of their `iframe` node. */
	frames: Record<string, AttributeTable>;
};
