import type {Operation} from './naming.mjs';
export function operationsOf(document: {paths: object; servers?: ReadonlyArray<{url: string}>}): Operation[];
