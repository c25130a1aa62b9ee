/** What of the page's own objects is used here; the product is not compiled with the types of a browser. */
type PageNode = {
	nodeType: number;
	nodeValue: string | null;
	childNodes: ArrayLike<PageNode>;
	localName: string;
	attributes: ArrayLike<{name: string; value: string}>;
	shadowRoot: PageNode | null;
	contentDocument?: PageNode | null;
	documentElement?: PageNode;
	value?: unknown;
	type?: unknown;
	checked?: boolean;
	selected?: boolean;
};

/**
 * Runs inside the page, so it uses nothing of this file's surroundings: its HTML with open shadow roots and the frames
 * that can be read, current values of fields as attributes, without scripts and handlers, values of password fields left
 * out, and secrets that markup stands within. At most `most` characters.
 */
export function pageHtml({most, sign, secrets}: {most: number; sign: string; secrets: readonly string[]}): string {
	const parts: string[] = [];
	let length = 0;
	const put = (text: string) => {
		length += text.length;
		if (length <= most) parts.push(text);
	};
	const escaped = (text: string) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
	const voids = ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'];
	const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcset'];

	const stateOf = (node: PageNode): Record<string, string | null> => {
		if (node.localName === 'input') {
			if (node.type === 'password') return {value: node.value ? sign : ''};
			if (node.type === 'checkbox' || node.type === 'radio') return {checked: node.checked ? '' : null};
			return node.type === 'file' || node.type === 'hidden' ? {} : {value: String(node.value ?? '')};
		}
		return node.localName === 'option' ? {selected: node.selected ? '' : null} : {};
	};
	/** Texts of which a part belongs to a secret that goes on in another one, without that part. */
	const cut = new Map<PageNode, string>();
	const cutSplit = (root: PageNode): void => {
		if (secrets.length === 0) return;
		const texts: Array<{node: PageNode; from: number}> = [];
		let all = '';
		const collect = (node: PageNode): void => {
			if (node.nodeType === 3) {
				texts.push({node, from: all.length});
				all += node.nodeValue ?? '';
			} else for (const child of Array.from(node.childNodes)) collect(child);
		};
		collect(root);
		for (const secret of secrets)
			for (let at = all.indexOf(secret); at >= 0; at = all.indexOf(secret, at + secret.length)) {
				const touched = texts.filter(
					({from}, place) => from < at + secret.length && (texts[place + 1]?.from ?? all.length) > at,
				);
				if (touched.length < 2) continue;
				for (const {node, from} of touched) {
					const text = node.nodeValue ?? '';
					const start = Math.max(0, at - from);
					// Of a text that holds more than one of them, all that lies behind the first is left out.
					if (!cut.has(node)) cut.set(node, `${text.slice(0, start)}${sign}${text.slice(at + secret.length - from)}`);
					else cut.set(node, sign);
				}
			}
	};
	const write = (node: PageNode): void => {
		if (length > most) return;
		if (node.nodeType === 3) put(escaped(cut.get(node) ?? node.nodeValue ?? ''));
		if (node.nodeType !== 1) return;
		const tag = node.localName;
		if (tag === 'script' || tag === 'noscript' || tag === 'object' || tag === 'embed') return;
		const attributes = new Map<string, string>();
		for (const {name, value} of Array.from(node.attributes)) {
			if (/^on/i.test(name) || name === 'srcdoc' || name === 'nonce') continue;
			if (addresses.includes(name) && /^\s*(?:javascript|vbscript):/i.test(value)) continue;
			attributes.set(name, value);
		}
		const isPassword = tag === 'input' && node.type === 'password';
		for (const [name, value] of Object.entries(stateOf(node))) {
			if (value === null) attributes.delete(name);
			else attributes.set(name, value);
		}
		if (isPassword && attributes.has('data-value')) attributes.set('data-value', sign);
		if (tag === 'meta' && /refresh/i.test(attributes.get('http-equiv') ?? '')) return;
		put(`<${tag}${[...attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')}>`);
		if (voids.includes(tag)) return;
		if (node.shadowRoot) {
			put('<template shadowrootmode="open">');
			cutSplit(node.shadowRoot);
			for (const child of Array.from(node.shadowRoot.childNodes)) write(child);
			put('</template>');
		}
		if (tag === 'iframe' || tag === 'frame') {
			let inner: PageNode | null | undefined = null;
			try {
				inner = node.contentDocument?.documentElement;
			} catch {
				// Of another origin.
			}
			if (inner) {
				put('<template data-frame>');
				cutSplit(inner);
				write(inner);
				put('</template>');
			}
		} else if (tag === 'textarea') put(escaped(String(node.value ?? '')));
		else if (tag === 'style')
			put(
				Array.from(node.childNodes)
					.map(child => child.nodeValue ?? '')
					.join(''),
			);
		else for (const child of Array.from(node.childNodes)) write(child);
		put(`</${tag}>`);
	};
	const {document} = globalThis as unknown as {document: {documentElement: PageNode | null}};
	put('<!doctype html>');
	if (document.documentElement) {
		cutSplit(document.documentElement);
		write(document.documentElement);
	}
	return parts.join('');
}
