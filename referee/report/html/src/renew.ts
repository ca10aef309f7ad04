// Updates elements in place. Elements that stay keep their scroll position, focus, open details and typed text.

const renewables = new WeakMap<Element, { kind: string; data: unknown; take: (data: never) => void }>();

/** An element with its own state. On an update, `take` gets the `data` of the fresh element; an element of another kind replaces this one. */
export function renewable<E extends Element, D>(element: E, kind: string, data: D, take: (data: D) => void): E {
  renewables.set(element, { kind, data, take });
  return element;
}

/** Makes `old` equal to `fresh`, and consumes `fresh`. Children with a `data-key` keep their element when they move. */
export function renew(old: Element, fresh: Element): void {
  const focused = document.activeElement;
  morph(old, fresh);
  if (focused instanceof HTMLElement && focused !== document.activeElement && old.contains(focused)) focused.focus({ preventScroll: true });
}

function morph(old: Element, fresh: Element): void {
  const [own, next] = [renewables.get(old), renewables.get(fresh)];
  if (own || next) {
    if (own && own.kind === next?.kind) own.take(next.data as never);
    else old.replaceWith(fresh);
    return;
  }
  attributes(old, fresh);
  children(old, fresh);
}

function attributes(old: Element, fresh: Element): void {
  const skipped = (name: string) => name === "open" || name === "style"; // readers set `open`; `style` is copied below
  for (const { name, value } of fresh.attributes) if (!skipped(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of old.getAttributeNames()) if (!skipped(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  if (old instanceof HTMLElement && fresh instanceof HTMLElement && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}

const keyOf = (node: Node) => (node instanceof Element ? (node.getAttribute("data-key") ?? undefined) : undefined);

function children(old: Element, fresh: Element): void {
  const wanted = [...fresh.childNodes];
  const keys = new Set(wanted.map(keyOf));
  const kept = new Map<string, Element>();
  for (const child of [...old.children]) {
    const key = keyOf(child);
    if (key === undefined) continue;
    if (keys.has(key)) kept.set(key, child);
    else child.remove();
  }
  let at: ChildNode | null = old.firstChild;
  for (const child of wanted) {
    const key = keyOf(child);
    const found: ChildNode | null | undefined = key === undefined ? (at && keyOf(at) === undefined ? at : null) : kept.get(key);
    if (!found || found.nodeName !== child.nodeName) {
      old.insertBefore(child, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else old.insertBefore(found, at);
    if (found instanceof Element && child instanceof Element) morph(found, child);
    else if (found.nodeValue !== child.nodeValue) found.nodeValue = child.nodeValue;
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling;
    at.remove();
    at = next;
  }
}
