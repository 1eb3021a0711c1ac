for (const spot of document.querySelectorAll(".spot"))
  spot.addEventListener("click", () => new Audio(spot.dataset.sound).play());
