// What has to become of a record that a test made.

/** It is the batch's own beyond doubt, and can be deleted. */
export const deleted = {fate: 'deleted', reasons: []};

/** It stays and is listed, with one of these reasons; `failed`: its DELETE was refused. */
export const listed = (...reasons) => ({fate: 'listed', reasons});

/** Both are right: proved in one way, not proved in another. */
export const either = (...reasons) => ({fate: 'either', reasons});

/** Whether cleanup can know how this shape is deleted: from the document, or because a test has shown it. */
export const isKnown = (shape, {hasDocument, shown}) => hasDocument || shown.has(shape);

/** Deleted when there is a way. */
export const ifKnown = (shape, suite, fate = deleted) =>
	isKnown(shape, suite) ? fate : listed('no_delete_endpoint', ...fate.reasons);
