import type {Box} from '../page/look.ts';

type PageElement = {
	localName: string;
	type?: unknown;
	value?: unknown;
	shadowRoot: PageRoot | null;
	getBoundingClientRect(): Box;
};
type PageText = {nodeValue: string | null};
type PageRoot = {querySelectorAll(selector: string): ArrayLike<PageElement>};
type PageDocument = PageRoot & {
	createTreeWalker(root: unknown, what: number): {nextNode(): PageText | null};
	createRange(): {
		setStart(node: PageText, offset: number): void;
		setEnd(node: PageText, offset: number): void;
		getClientRects(): ArrayLike<Box>;
	};
};

/**
 * Runs inside a frame, so it uses nothing of this file's surroundings: boxes of password fields, of fields whose value
 * has one of `secrets`, and of the lines of text that show one. In pixels of the frame.
 */
export function secretBoxes({secrets}: {secrets: readonly string[]}): Box[] {
	const {document} = globalThis as unknown as {document: PageDocument};
	const boxes: Box[] = [];
	const plain = ({x, y, width, height}: Box): Box => ({x, y, width, height});
	const look = (root: PageRoot) => {
		for (const element of Array.from(root.querySelectorAll('*'))) {
			if (element.shadowRoot) look(element.shadowRoot);
			const isField = element.localName === 'input' || element.localName === 'textarea';
			if (!isField) continue;
			const value = String(element.value ?? '');
			const isSecret = (element.type === 'password' && value !== '') || secrets.some(secret => value.includes(secret));
			if (isSecret) boxes.push(plain(element.getBoundingClientRect()));
		}
		if (secrets.length === 0) return;
		const walker = document.createTreeWalker(root, 4);
		const texts: Array<{text: PageText; from: number}> = [];
		let all = '';
		for (let text = walker.nextNode(); text; text = walker.nextNode()) {
			texts.push({text, from: all.length});
			all += text.nodeValue ?? '';
		}
		// Markup may stand within one: it is looked for in the texts as they follow each other.
		for (const secret of secrets)
			for (let at = all.indexOf(secret); at >= 0; at = all.indexOf(secret, at + secret.length))
				for (const [place, {text, from}] of texts.entries()) {
					const until = texts[place + 1]?.from ?? all.length;
					const [start, end] = [Math.max(at, from), Math.min(at + secret.length, until)];
					if (start >= end) continue;
					const range = document.createRange();
					range.setStart(text, start - from);
					range.setEnd(text, end - from);
					boxes.push(...Array.from(range.getClientRects()).map(plain));
				}
	};
	look(document);
	return boxes.filter(({width, height}) => width > 0 && height > 0).slice(0, 200);
}
