import type {AttributeRow, AttributeTable} from './raw-look.ts';

/** What of the page's own objects is used here; the product is not compiled with the types of a browser. */
type PageElement = {
	tagName: string;
	shadowRoot: PageRoot | null;
	children: ArrayLike<PageElement>;
	parentElement: PageElement | null;
	className: unknown;
	id: string;
	textContent: string | null;
	previousSibling: {textContent: string | null} | null;
	previousElementSibling: PageElement | null;
	nextSibling: {textContent: string | null} | null;
	isContentEditable?: boolean;
	/** Of a label. */
	control?: PageElement | null;
	clientLeft: number;
	clientTop: number;
	getAttribute(name: string): string | null;
	hasAttribute(name: string): boolean;
	matches(selector: string): boolean;
	querySelectorAll(selector: string): ArrayLike<PageElement>;
	getBoundingClientRect(): {x: number; y: number; width: number; height: number};
	checkVisibility(options: Record<string, boolean>): boolean;
};
type PageRoot = {children: ArrayLike<PageElement>; querySelectorAll(selector: string): ArrayLike<PageElement>};
type PageWindow = {
	document: PageRoot & {getElementById(id: string): PageElement | null};
	innerWidth: number;
	innerHeight: number;
	getComputedStyle(element: PageElement, pseudo?: string): Record<string, string>;
};

/**
 * Runs inside a frame, so it uses nothing of this file's surroundings: the attributes of every rendered element, open
 * shadow roots included, in the order of the document. `testIdAttributes`: those of the project, first come first.
 * `selectors`: CSS that the plan names elements by.
 */
export function collectAttributes({
	testIdAttributes,
	selectors,
}: {
	testIdAttributes: string[];
	selectors: string[];
}): AttributeTable {
	const page = globalThis as unknown as PageWindow;
	const unreadable: string[] = [];
	const readable = selectors.filter(selector => {
		try {
			page.document.querySelectorAll(selector);
			return true;
		} catch {
			unreadable.push(selector);
			return false;
		}
	});
	const rows: AttributeRow[] = [];
	const hidden: AttributeTable['hidden'] = [];
	const breaks: Array<[string, string]> = [];
	const control =
		'a[href],button,input,select,textarea,summary,[role=button],[role=link],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=menuitem],[role=option],[role=combobox],[role=textbox],[onclick],[tabindex]';
	const roleOfTag: Record<string, string> = {a: 'link', input: 'textbox', select: 'combobox', textarea: 'textbox'};

	const isModal = (element: PageElement) => {
		if (element.getAttribute('aria-modal') === 'true') return true;
		if (element.matches('dialog')) return element.matches(':modal');
		if (!element.matches('[role=dialog],[role=alertdialog]')) return false;
		for (let above: PageElement | null = element; above; above = above.parentElement) {
			const box = above.getBoundingClientRect();
			const isWhole = box.width >= page.innerWidth * 0.9 && box.height >= page.innerHeight * 0.9;
			if (isWhole && page.getComputedStyle(above)['position'] === 'fixed') return true;
		}
		return false;
	};
	/**
	 * A box before a layer that darkens the whole page: a dialog that says nowhere that it is one. The layer holds it, or
	 * stands right beside it.
	 */
	const boxDialogs = new Set<PageElement>();
	const addBoxDialog = (layer: PageElement, {width, height}: {width: number; height: number}) => {
		if (width < page.innerWidth * 0.95 || height < page.innerHeight * 0.95) return;
		const {position, backgroundColor = '', pointerEvents, opacity = '1'} = page.getComputedStyle(layer);
		const alpha =
			/^rgba\(.*,\s*([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? /\/\s*([\d.]+)\)$/.exec(backgroundColor)?.[1];
		// A layer of a full colour lets the page through by its opacity, and then holds nothing itself.
		const seen = Number(alpha ?? (backgroundColor === 'transparent' ? 0 : 1)) * Number(opacity);
		const isVeil = seen > 0.05 && seen < 1;
		if (!isVeil || !['fixed', 'absolute'].includes(position ?? '') || pointerEvents === 'none') return;
		const hasText = (one: PageElement) => /\p{L}/u.test(one.textContent ?? '');
		const isDrawn = (one: PageElement) => {
			const {width, height} = one.getBoundingClientRect();
			return width * height > 0;
		};
		const positionOf = (one: PageElement) => page.getComputedStyle(one)['position'] ?? '';
		let veil = layer;
		while (veil.parentElement && !hasText(veil.parentElement)) veil = veil.parentElement;
		// What centres both is fixed itself, and its content need not be.
		const isCentred = veil.parentElement !== null && positionOf(veil.parentElement) === 'fixed';
		const beside = Array.from(veil.parentElement?.children ?? []).filter(
			one => one !== veil && (isCentred || ['fixed', 'absolute'].includes(positionOf(one))) && isDrawn(one),
		);
		const box = (hasText(layer) ? Array.from(layer.children) : beside).filter(hasText).at(-1);
		if (
			box &&
			!box.matches('dialog,[role],[aria-modal]') &&
			box.querySelectorAll('dialog,[role=dialog],[role=alertdialog]').length === 0
		) {
			// Of boxes around one box alone the tree has the inner one.
			for (let one: PageElement | undefined = box; one; ) {
				boxDialogs.add(one);
				// It may stand before its layer.
				const row = rowOf.get(one);
				if (row) Object.assign(row, {isModal: true, isBoxDialog: true});
				const inside: PageElement[] = Array.from(one.children).filter(hasText);
				one = inside.length === 1 && inside[0]!.matches('div,section,form') ? inside[0] : undefined;
			}
		}
	};
	const classesOf = (element: PageElement) =>
		(element.getAttribute('class') ?? '').split(/\s+/).filter(word => word !== '' && word.length <= 60);

	/** Ids of what says why a field is refused; what describes a field that nothing is wrong with is a hint. */
	const errors = new Set<string>();
	const errorTexts: string[] = [];
	const addErrors = (root: PageRoot) => {
		for (const field of Array.from(root.querySelectorAll('[aria-errormessage],[aria-describedby]'))) {
			const invalid = field.getAttribute('aria-invalid');
			const isRefused =
				(invalid !== null && !['', 'false'].includes(invalid)) || (invalid === null && field.matches(':user-invalid'));
			const ids = [field.getAttribute('aria-errormessage'), isRefused ? field.getAttribute('aria-describedby') : null];
			for (const id of ids.flatMap(list => (list ?? '').split(/\s+/))) if (id !== '') errors.add(id);
		}
	};

	const describedBy = (element: PageElement): string =>
		(element.getAttribute('aria-describedby') ?? '')
			.split(/\s+/)
			.filter(id => id !== '')
			.slice(0, 3)
			.flatMap(id => page.document.getElementById(id) ?? [])
			.map(one => (one.textContent ?? '').replace(/\s+/g, ' ').trim())
			.join(' ')
			.slice(0, 200);

	/** What many frameworks call the text beside a field that is refused. */
	const errorClass =
		/^(?:.*[-_])?(?:error|errors|err|invalid-feedback)(?:[-_]*(?:text|message|msg|label|hint|list|item|note))?$/i;
	/** Also `Form_error__3xQ`, as styles made for one file are called. */
	const isErrorClass = (word: string): boolean =>
		errorClass.test(word) || (word.lastIndexOf('__') > 0 && errorClass.test(word.slice(0, word.lastIndexOf('__'))));
	/** Red where it stands with a field; elsewhere it is only red. */
	const isRedBesideField = (element: PageElement, words: string[]): boolean => {
		if (!words.some(word => /^(?:is|text|help)-(?:danger|error)$/.test(word))) return false;
		const fields = 'input, select, textarea';
		const {previousElementSibling: before} = element;
		return (
			before !== null &&
			element.querySelectorAll(`${fields}, button`).length === 0 &&
			(before.matches(fields) || (!before.matches('form') && before.querySelectorAll(fields).length === 1))
		);
	};

	/** What it says is all said by one element in it, or itself, that a click is meant for. */
	const isAroundPointer = (element: PageElement): boolean => {
		let inner = element;
		while (inner.children.length === 1) inner = inner.children[0]!;
		const text = inner.textContent ?? '';
		if (inner.children.length > 0 || text.trim() === '' || text.length > 60) return false;
		if ((element.textContent ?? '').trim() !== text.trim()) return false;
		const cursorOf = (one: PageElement | null) => one && page.getComputedStyle(one)['cursor'];
		return cursorOf(inner) === 'pointer' && cursorOf(element.parentElement) !== 'pointer';
	};

	const rowOf = new Map<PageElement, AttributeRow>();
	/**
	 * A label in view whose box or radio button is nowhere to be seen. The tree may keep what is around the label in its
	 * place, where there is nothing else in it.
	 */
	const addHiddenBox = (label: PageElement) => {
		const box = label.control;
		const type = box?.matches('input:is([type=checkbox],[type=radio])') && box.getAttribute('type')!.toLowerCase();
		if (!box || !type) return;
		const {width, height} = box.getBoundingClientRect();
		if (width > 0 && height > 0 && box.checkVisibility({visibilityProperty: true})) return;
		const textOf = (one: PageElement) => (one.textContent ?? '').replace(/\s+/g, ' ').trim();
		const standsFor: AttributeRow['standsFor'] = {
			role: type === 'radio' ? 'radio' : 'checkbox',
			isChecked: box.matches(':checked'),
			isDisabled: box.matches(':disabled'),
			name: (textOf(label) || (box.getAttribute('aria-label') ?? '')).slice(0, 200),
		};
		for (let around: PageElement | null = label; around; around = around.parentElement) {
			const row = rowOf.get(around);
			const isAlone = around === label || (textOf(around) === textOf(label) && isOnlyLabel(around));
			if (!row || !isAlone) return;
			row.standsFor = standsFor;
		}
	};
	const isOnlyLabel = (element: PageElement) =>
		element.querySelectorAll('label').length === 1 &&
		element.querySelectorAll('img,a,button,select,textarea,input').length <= 1;

	const loose: string[] = [];
	const addLoose = (label: PageElement) => {
		const text = (label.textContent ?? '').replace(/\s+/g, ' ').trim();
		if (text !== '' && text.length <= 80 && loose.length < 100) loose.push(text);
	};

	/** Texts of boxes that stand for controls and are out of the pointer's reach: in the tree they are text alone. */
	const dimmed: string[] = [];
	const addDimmed = (element: PageElement, classes: string[]) => {
		const isCalledSo =
			element.getAttribute('aria-disabled') === 'true' || classes.some(word => /(?:^|[-_])disabled$/i.test(word));
		if (!isCalledSo || dimmed.length >= 100 || page.getComputedStyle(element)['pointerEvents'] !== 'none') return;
		const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
		if (text !== '' && text.length <= 60) dimmed.push(text);
	};

	const add = (element: PageElement, tag: string, isControl: boolean, depth: number) => {
		const rectangle = element.getBoundingClientRect();
		const row: AttributeRow = {
			box: [
				Math.round(rectangle.x),
				Math.round(rectangle.y),
				Math.round(rectangle.width),
				Math.round(rectangle.height),
			],
			depth,
			tag,
		};
		const copy = (key: 'role' | 'type' | 'id' | 'name' | 'title' | 'placeholder' | 'alt' | 'href') => {
			const value = element.getAttribute(key);
			if (value) row[key] = value.slice(0, 500);
		};
		for (const key of ['role', 'type', 'id', 'name', 'title', 'placeholder', 'alt', 'href'] as const) copy(key);
		const classes = classesOf(element);
		if (isControl && !(element.textContent ?? '').match(/[\p{L}\p{N}]/u)) {
			for (const icon of Array.from(element.querySelectorAll('i,svg,span,use,img')).slice(0, 4)) {
				classes.push(...classesOf(icon));
				const reference =
					icon.getAttribute('href') ?? icon.getAttribute('data-icon') ?? icon.getAttribute('data-testid');
				if (reference) classes.push(...reference.replace(/^.*[#/]/, '').split(/\s+/));
			}
		}
		if (classes.length > 0) row.classes = classes.slice(0, 12);
		rowOf.set(element, row);
		if (tag === 'label') {
			addHiddenBox(element);
			if (element.hasAttribute('for') && !element.control) addLoose(element);
		}
		if (tag === 'div' || tag === 'span') addDimmed(element, classes);
		if (tag === 'span') addGap(element, rectangle);
		const testIds = testIdAttributes.flatMap(attribute => {
			const value = element.getAttribute(attribute);
			return value ? [[attribute, value]] : [];
		});
		if (testIds.length > 0) row.testIds = Object.fromEntries(testIds);
		const selected = readable.filter(selector => element.matches(selector));
		if (selected.length > 0) row.selected = selected;
		if (isControl) {
			const isSeen = element.checkVisibility({opacityProperty: true});
			if (!isSeen || page.getComputedStyle(element)['pointerEvents'] === 'none') row.isInert = true;
		}
		if (isControl && element.matches('form :is(button, input)')) row.isInForm = true;
		const described = isControl && tag !== 'button' && tag !== 'a' ? describedBy(element) : '';
		if (described !== '') row.described = described;
		if (isAroundPointer(element)) row.isAround = true;
		if (element.hasAttribute('required') || element.getAttribute('aria-required') === 'true') row.isRequired = true;
		if (element.hasAttribute('readonly') || element.getAttribute('aria-readonly') === 'true') row.isReadonly = true;
		const now =
			tag === 'input' ? null : (element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow'));
		if (now !== null) row.valueNow = now.slice(0, 100);
		if (element.getAttribute('aria-invalid') === null && element.matches(':user-invalid')) row.isInvalid = true;
		if (!['false', '', null].includes(element.getAttribute('aria-current'))) row.isCurrent = true;
		const pressed = element.getAttribute('aria-pressed');
		if (pressed === 'true' || pressed === 'false') row.isPressed = pressed === 'true';
		const expanded = element.getAttribute('aria-expanded');
		if (expanded === 'true' || expanded === 'false') row.isExpanded = expanded === 'true';
		else if (tag === 'summary' && element.parentElement?.matches('details'))
			row.isExpanded = element.parentElement.hasAttribute('open');
		if (element.isContentEditable && element.hasAttribute('contenteditable')) row.isEditable = true;
		if (isControl === false) addBoxDialog(element, rectangle);
		if (isModal(element)) row.isModal = true;
		else if (boxDialogs.has(element)) {
			row.isModal = true;
			row.isBoxDialog = true;
		}
		const isCalledError =
			!isControl &&
			(classes.some(isErrorClass) ||
				isRedBesideField(element, classes) ||
				(tag === 'li' && classesOf(element.parentElement ?? element).some(isErrorClass)));
		if ((row.id !== undefined && errors.has(row.id)) || isCalledError) {
			row.isError = true;
			const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
			if (text !== '' && text.length <= 500 && element.checkVisibility({visibilityProperty: true}))
				errorTexts.push(text);
		}
		if (tag === 'iframe' || tag === 'frame') {
			const style = page.getComputedStyle(element);
			row.inset = [
				element.clientLeft + (Number.parseFloat(style['paddingLeft'] ?? '') || 0),
				element.clientTop + (Number.parseFloat(style['paddingTop'] ?? '') || 0),
			];
		}
		rows.push(row);
	};

	const addBreak = (element: PageElement) => {
		const [before] = /(?<!\S)\S+$/.exec(element.previousSibling?.textContent ?? '') ?? [];
		const [after] = /^\S+/.exec(element.nextSibling?.textContent ?? '') ?? [];
		if (before && after && breaks.length < 100) breaks.push([before, after]);
	};

	/** `<span>Delete</span><span>del</span>`: two words that only their boxes keep apart. */
	const addGap = (element: PageElement, {x, y}: {x: number; y: number}) => {
		const before = element.previousElementSibling;
		if (!before || before !== (element.previousSibling as unknown) || breaks.length >= 100) return;
		const [last] = /[\p{L}\p{N}]{1,40}$/u.exec((before.textContent ?? '').slice(-40)) ?? [];
		const [first] = last ? (/^[\p{L}\p{N}]{1,40}/u.exec((element.textContent ?? '').slice(0, 40)) ?? []) : [];
		if (!last || !first) return;
		const box = before.getBoundingClientRect();
		if (x - box.x - box.width >= 2 || y >= box.y + box.height - 1) breaks.push([last, first]);
	};

	/** `Inbox<b>3</b>`: a number in an element of its own, right behind a word. */
	const addBadge = (element: PageElement) => {
		if (element.children.length > 0) return;
		const count = (element.textContent ?? '').trim();
		if (!/^\d{1,4}\+?$/.test(count)) return;
		const [before] = /(?<!\p{L})\p{L}+$/u.exec(element.previousSibling?.textContent ?? '') ?? [];
		if (before && breaks.length < 100) breaks.push([before, count]);
	};

	const addHidden = (element: PageElement, tag: string) => {
		const name = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent ?? '';
		const role = element.getAttribute('role') ?? roleOfTag[tag] ?? 'button';
		if (name.trim() !== '') hidden.push({role, name: name.trim().replace(/\s+/g, ' ').slice(0, 80)});
	};

	/** Not displayed, with all that is in it: there is nothing of it in the tree. A page may keep thousands of those. */
	const isAway = (element: PageElement) =>
		!element.checkVisibility({}) && page.getComputedStyle(element)['display'] === 'none';

	/** Only names of several words: `add` and `check` are words that people read as well. */
	const icons = new Set<string>();
	const iconClass = /(?:^|[-_])icons?(?:$|[-_])|^material-symbols/i;
	const contentOf = (element: PageElement): string => {
		const text = (element.textContent ?? '').trim();
		if (text !== '') return text;
		const drawn = (pseudo: string) => page.getComputedStyle(element, pseudo)['content'] ?? '';
		return [drawn('::before'), drawn('::after')].find(content => content.startsWith('"'))?.slice(1, -1) ?? '';
	};
	/** The word by which a font draws a picture is in the names of what the picture stands in. */
	const addIcon = (element: PageElement) => {
		if (element.children.length > 0 || (element.textContent ?? '').length > 40) return;
		const isIcon =
			element.hasAttribute('data-icon') ||
			[element, element.parentElement].some(one => one && classesOf(one).some(name => iconClass.test(name)));
		const text = isIcon ? contentOf(element) : '';
		if (!/^[a-z][a-z0-9_]+$/.test(text)) return;
		if (text.includes('_') && icons.size < 100) icons.add(text);
		const around: AttributeRow[] = [];
		for (let above: PageElement | null = element; above && around.length < 7; above = above.parentElement) {
			if (above.getAttribute('aria-hidden') === 'true') return;
			const row = rowOf.get(above);
			if (row) around.push(row);
		}
		for (const row of around) if ((row.glyphs?.length ?? 0) < 6) row.glyphs = [...(row.glyphs ?? []), text];
	};

	const walk = (root: PageRoot, depth: number) => {
		for (const element of Array.from(root.children)) {
			const tag = element.tagName.toLowerCase();
			if (tag === 'br') addBreak(element);
			else addBadge(element);
			if (['script', 'style', 'head', 'template', 'noscript', 'path', 'rect', 'circle', 'br'].includes(tag)) continue;
			const isControl = element.matches(control);
			if (isControl && hidden.length < 200 && !element.checkVisibility({visibilityProperty: true}))
				addHidden(element, tag);
			if (isAway(element)) {
				const inside = Array.from(element.querySelectorAll(control)).slice(0, Math.max(200 - hidden.length, 0));
				for (const one of inside) addHidden(one, one.tagName.toLowerCase());
				continue;
			}
			add(element, tag, isControl, depth);
			if (tag === 'i' || tag === 'span') addIcon(element);
			if (element.shadowRoot) {
				addErrors(element.shadowRoot);
				walk(element.shadowRoot, depth + 1);
			}
			walk(element, depth + 1);
		}
	};
	addErrors(page.document);
	walk(page.document, 0);
	return {
		rows,
		hidden,
		breaks,
		...(icons.size > 0 ? {icons: [...icons]} : {}),
		...(errorTexts.length > 0 ? {errors: errorTexts} : {}),
		...(dimmed.length > 0 ? {dimmed} : {}),
		...(loose.length > 0 ? {loose} : {}),
		...(unreadable.length > 0 ? {unreadable} : {}),
	};
}
